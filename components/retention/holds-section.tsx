'use client';

import { lazy, Suspense, useState } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { toast } from '#components/ui/toast.tsx';
import { tRetention } from '#lib/messages/retention.ts';
import { tRetentionHolds } from '#lib/messages/retention-holds.ts';
import { decideHoldLiftAction, placeHoldAction, proposeHoldLiftAction } from '#lib/retention/actions.ts';
import type { ProposalDecision } from '#lib/retention/model.ts';
import type { HoldView, RetentionView } from '#lib/retention/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import type { HoldFields } from './hold-form.tsx';
import { useRetentionView } from './use-retention-view.ts';

const HoldForm = lazy(() => import('./hold-form.tsx').then((file) => ({ default: file.HoldForm })));
const HoldLiftForm = lazy(() =>
  import('./hold-lift-form.tsx').then((file) => ({ default: file.HoldLiftForm })),
);

const recordPages = {
  payment: 'payments',
  withdrawal: 'withdrawals',
  case: 'reviews',
  callback: 'callbacks',
} as const;

/** Lists the legal holds. Compliance and owners place them, and lift them with a second person. */
export function HoldsSection({ businessId, initial }: { businessId: string; initial: RetentionView }) {
  const { view, isPending, errors, act } = useRetentionView(initial);
  const [openForm, setOpenForm] = useState<'new' | { readonly lift: string } | null>(null);
  const { holds, hasMoreHolds } = view;
  const place = async (fields: HoldFields) => {
    const placed = await act(
      () => placeHoldAction({ businessId, ...fields }),
      tRetentionHolds('holds.placeFailed'),
    );
    if (placed === null) return false;
    setOpenForm(null);
    toast.good(tRetentionHolds('holds.placed'));
    return true;
  };
  const propose = async (holdId: string, reason: string) => {
    const proposed = await act(
      () => proposeHoldLiftAction({ businessId, holdId, reason }),
      tRetentionHolds('holds.liftFailed'),
    );
    if (proposed === null) return false;
    setOpenForm(null);
    toast.good(tRetentionHolds('holds.liftProposed'));
    return true;
  };
  const answer = async (holdId: string, given: ProposalDecision) => {
    const answered = await act(
      () => decideHoldLiftAction({ businessId, holdId, answer: given }),
      tRetentionHolds('holds.liftFailed'),
    );
    if (answered !== null && given === 'approve') toast.good(tRetentionHolds('holds.lifted'));
  };
  return (
    <Section title={tRetentionHolds('holds.title')}>
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
                  onAnswer={(given) => void answer(hold.holdId, given)}
                />
                {openForm !== null && openForm !== 'new' && openForm.lift === hold.holdId && (
                  <Suspense fallback={<Skeleton className="h-24 w-full" />}>
                    <HoldLiftForm
                      businessId={businessId}
                      holdId={hold.holdId}
                      isPending={isPending}
                      error={errors['reason']?.[0]}
                      onPropose={(reason) => propose(hold.holdId, reason)}
                      onCancel={() => setOpenForm(null)}
                    />
                  </Suspense>
                )}
              </li>
            ))}
          </ul>
        )}
        {hasMoreHolds && (
          <p className="text-muted">{tRetentionHolds('holds.more', { count: holds.length })}</p>
        )}
        {openForm === 'new' ? (
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <HoldForm
              businessId={businessId}
              isPending={isPending}
              errors={errors}
              onPlace={place}
              onCancel={() => setOpenForm(null)}
            />
          </Suspense>
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
  hold: { kind, recordId, reason, placedBy, placedAt, lift },
  isPending,
  onLift,
  onAnswer,
}: {
  businessId: string;
  hold: HoldView;
  isPending: boolean;
  onLift: () => void;
  onAnswer: (answer: ProposalDecision) => void;
}) {
  const answers: readonly ProposalDecision[] = lift?.isMine ? ['withdraw'] : ['approve', 'decline'];
  return (
    <>
      {kind === 'audit' ? (
        <p>
          <TextLink prefetch={false} href={`/${businessId}/audit`}>
            {tRetention('kind.audit')}
          </TextLink>
        </p>
      ) : (
        <p>
          {tRetention(`kind.${kind}`)}{' '}
          <TextLink
            prefetch={false}
            href={`/${businessId}/${recordPages[kind]}/${recordId}`}
            className="break-all"
          >
            {recordId}
          </TextLink>
        </p>
      )}
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
            aria-label={tRetentionHolds('holds.liftNamed', { record: recordId })}
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
          <div className="mt-2 flex flex-wrap gap-2">
            {answers.map((answer) => (
              <Button key={answer} size="sm" isDisabled={isPending} onPress={() => onAnswer(answer)}>
                {tRetention(`answers.${answer}`)}
              </Button>
            ))}
          </div>
        </Banner>
      )}
    </>
  );
}
