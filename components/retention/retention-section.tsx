'use client';

import { useState } from 'react';
import { ProposalAnswers } from '#components/approvals/proposal-answers.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { ProposalAnswer } from '#lib/access/schema.ts';
import { tRetention } from '#lib/messages/retention.ts';
import { decideRetentionChangeAction } from '#lib/retention/actions.ts';
import type { RetentionKind } from '#lib/retention/model.ts';
import type { RetentionChangeView, RetentionRuleView, RetentionView } from '#lib/retention/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { PreviewText } from './preview-text.tsx';
import { RetentionForm } from './retention-form.tsx';
import { ShorterTime } from './shorter-time.tsx';

/** Shows how long records are kept and what expires next. Owners propose and approve times. */
export function RetentionSection({ businessId, initial }: { businessId: string; initial: RetentionView }) {
  const [view, setView] = useState(initial);
  const { act, isPending } = useAction({});
  const [changedKind, setChangedKind] = useState<RetentionKind | null>(null);
  const { rules, changes, mayManage } = view;
  const answer = async (proposalId: string, given: ProposalAnswer) => {
    const answered = await act(() => decideRetentionChangeAction({ businessId, proposalId, answer: given }), {
      failed: tRetention('failed'),
    });
    if (answered !== null) setView(answered);
    return answered;
  };
  return (
    <Section title={tRetention('title')}>
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-muted">{tRetention('explanation')}</p>
        <ul className="divide-y divide-line">
          {rules.map((rule) => (
            <li key={rule.kind} className="flex flex-col gap-1 py-2">
              <Rule rule={rule} mayManage={mayManage} onChange={() => setChangedKind(rule.kind)} />
              {changedKind === rule.kind && (
                <RetentionForm
                  businessId={businessId}
                  kind={rule.kind}
                  years={rule.years}
                  renderShorter={(years) => (
                    <ShorterTime businessId={businessId} kind={rule.kind} years={years} />
                  )}
                  onSet={(next) => {
                    setView(next);
                    setChangedKind(null);
                  }}
                  onCancel={() => setChangedKind(null)}
                />
              )}
            </li>
          ))}
        </ul>
        {changes.map((change) => (
          <ProposedTime
            key={change.proposalId}
            change={change}
            mayAnswer={mayManage}
            isPending={isPending}
            onAnswer={(given) => answer(change.proposalId, given)}
          />
        ))}
      </div>
    </Section>
  );
}

function Rule({
  rule: { kind, years, preview, expired, lastRun },
  mayManage,
  onChange,
}: {
  rule: RetentionRuleView;
  mayManage: boolean;
  onChange: () => void;
}) {
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <div>
          <p className="font-medium">{tRetention(`kinds.${kind}`)}</p>
          <p>{years === null ? tRetention('forever') : tRetention('years', { years })}</p>
          <p className="text-muted">{tRetention(`kindHelp.${kind}`)}</p>
        </div>
        {mayManage && (
          <Button size="sm" variant="quiet" aria-label={tRetention(`changeNamed.${kind}`)} onPress={onChange}>
            {tRetention('change')}
          </Button>
        )}
      </div>
      {preview !== null && <PreviewText preview={preview} />}
      {lastRun !== null && (
        <p className="text-muted">
          {tRetention.rich('lastRun', {
            expired: lastRun.expired,
            retained: lastRun.retained,
            time: () => <DateTime at={toUnixSeconds(lastRun.at)} />,
          })}
        </p>
      )}
      {expired.count > 0 && (
        <p className="text-muted">
          {tRetention(expired.isMore ? 'expiredMore' : 'expired', { count: expired.count })}
        </p>
      )}
    </>
  );
}

function ProposedTime({
  change: { kind, years, proposedBy, isMine, blocks, preview },
  mayAnswer,
  isPending,
  onAnswer,
}: {
  change: RetentionChangeView;
  mayAnswer: boolean;
  isPending: boolean;
  onAnswer: (answer: ProposalAnswer) => Promise<unknown>;
}) {
  return (
    <Banner tone="waiting" title={tRetention(`proposal.${kind}`, { person: proposedBy, years })}>
      <div className="flex flex-col gap-2">
        <PreviewText preview={preview} />
        <p>{tRetention('proposal.irreversible')}</p>
        {mayAnswer && (
          <ProposalAnswers
            isMine={isMine}
            blocks={blocks}
            isPending={isPending}
            confirm={{
              title: tRetention('confirm.title'),
              label: tRetention('confirm.label'),
              body: <p>{tRetention('confirm.body')}</p>,
              danger: true,
            }}
            onAnswer={onAnswer}
          />
        )}
      </div>
    </Banner>
  );
}
