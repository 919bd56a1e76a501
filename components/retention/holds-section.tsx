'use client';

import { useState } from 'react';
import { ProposalAnswers } from '#components/approvals/proposal-answers.tsx';
import { ReasonForm } from '#components/forms/reason-form.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { ProposalAnswer } from '#lib/access/schema.ts';
import { tRetentionHolds } from '#lib/messages/retention.ts';
import { decideHoldLiftAction, proposeHoldLiftAction } from '#lib/retention/actions.ts';
import type { HoldView, RetentionView } from '#lib/retention/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { formatHeldRecord } from './format-held-record.ts';
import { HoldForm } from './hold-form.tsx';

const recordPages = {
  payment: 'payments',
  withdrawal: 'withdrawals',
  case: 'reviews',
  callback: 'callbacks',
} as const;

/** Lists the legal holds. Compliance and owners place them, and lift them with a second person. */
export function HoldsSection({ businessId, initial }: { businessId: string; initial: RetentionView }) {
  const [view, setView] = useState(initial);
  const { act, isPending } = useAction({});
  const [openForm, setOpenForm] = useState<'new' | { readonly lift: string } | null>(null);
  const { holds, hasMoreHolds } = view;
  const close = (next: RetentionView) => {
    setView(next);
    setOpenForm(null);
  };
  const answer = async (proposalId: string, given: ProposalAnswer) => {
    const answered = await act(() => decideHoldLiftAction({ businessId, proposalId, answer: given }), {
      failed: tRetentionHolds('holds.liftFailed'),
      ...(given === 'approve' && { done: tRetentionHolds('holds.lifted') }),
    });
    if (answered !== null) setView(answered);
  };
  return (
    <Section title={tRetentionHolds('holds.title')} titleId="legal-holds">
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-muted">{tRetentionHolds('holds.explanation')}</p>
        {holds.length === 0 && <p>{tRetentionHolds('holds.empty')}</p>}
        {holds.length > 0 && (
          <ul className="divide-y divide-line">
            {holds.map((hold) => (
              <li key={hold.holdId} className="flex flex-col gap-2 py-2">
                <Hold
                  businessId={businessId}
                  hold={hold}
                  isPending={isPending}
                  onLift={() => setOpenForm({ lift: hold.holdId })}
                  onAnswer={(given) => hold.lift !== null && void answer(hold.lift.proposalId, given)}
                />
                {openForm !== null && openForm !== 'new' && openForm.lift === hold.holdId && (
                  <ReasonForm
                    businessId={businessId}
                    draft="hold-lift"
                    subject={hold.holdId}
                    action={(reason) => proposeHoldLiftAction({ businessId, holdId: hold.holdId, reason })}
                    messages={{
                      failed: tRetentionHolds('holds.liftFailed'),
                      done: tRetentionHolds('holds.liftProposed'),
                    }}
                    onDone={close}
                    onCancel={() => setOpenForm(null)}
                    label={tRetentionHolds('holds.liftReason')}
                    save={tRetentionHolds('holds.lift')}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {hasMoreHolds && (
          <p className="text-muted">{tRetentionHolds('holds.more', { count: holds.length })}</p>
        )}
        {openForm === 'new' ? (
          <HoldForm businessId={businessId} onPlaced={close} onCancel={() => setOpenForm(null)} />
        ) : (
          <div>
            <Button onPress={() => setOpenForm('new')}>{tRetentionHolds('holds.add')}</Button>
          </div>
        )}
      </div>
    </Section>
  );
}

function Hold({
  businessId,
  hold,
  isPending,
  onLift,
  onAnswer,
}: {
  businessId: string;
  hold: HoldView;
  isPending: boolean;
  onLift: () => void;
  onAnswer: (answer: ProposalAnswer) => void;
}) {
  const { kind, recordId, reason, placedBy, placedAt, lift } = hold;
  const record = formatHeldRecord(hold);
  return (
    <>
      <p>
        <TextLink
          prefetch={false}
          href={`/${businessId}/${kind === 'audit' ? 'audit' : `${recordPages[kind]}/${recordId}`}`}
          className="break-all"
        >
          {record}
        </TextLink>
      </p>
      <p className="break-words">{reason}</p>
      <p className="text-muted">
        {tRetentionHolds.rich('holds.by', {
          person: placedBy,
          time: () => <DateTime at={toUnixSeconds(placedAt)} />,
        })}
      </p>
      {lift === null ? (
        <div>
          <Button
            size="sm"
            variant="quiet"
            aria-label={tRetentionHolds('holds.liftNamed', { record })}
            isDisabled={isPending}
            onPress={onLift}
          >
            {tRetentionHolds('holds.lift')}
          </Button>
        </div>
      ) : (
        <Banner
          tone="waiting"
          title={tRetentionHolds('holds.liftProposal', { person: lift.proposedBy, reason: lift.reason })}
        >
          <ProposalAnswers
            isMine={lift.isMine}
            blocks={lift.blocks}
            isPending={isPending}
            onAnswer={onAnswer}
          />
        </Banner>
      )}
    </>
  );
}
