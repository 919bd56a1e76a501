'use client';

import { lazy, Suspense, useState } from 'react';
import { Section } from '#components/shell/section.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { HydratedFields } from '#components/ui/hydrated-fields.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { DateTime } from '#components/ui/time.tsx';
import { toast } from '#components/ui/toast.tsx';
import { tRetention } from '#lib/messages/retention.ts';
import { decideRetentionChangeAction, setRetentionAction } from '#lib/retention/actions.ts';
import type { ProposalDecision, RetentionKind } from '#lib/retention/model.ts';
import type { RetentionChangeView, RetentionRuleView, RetentionView } from '#lib/retention/schema.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { PreviewText } from './preview-text.tsx';
import { useRetentionView } from './use-retention-view.ts';

const RetentionForm = lazy(() =>
  import('./retention-form.tsx').then((file) => ({ default: file.RetentionForm })),
);

/** Shows how long records are kept and what expires next. Owners propose and approve times. */
export function RetentionSection({ businessId, initial }: { businessId: string; initial: RetentionView }) {
  const { view, isPending, errors, act } = useRetentionView(initial);
  const [changedKind, setChangedKind] = useState<RetentionKind | null>(null);
  const { rules, changes, mayManage } = view;
  const failed = tRetention('failed');
  const set = async (kind: RetentionKind, years: string) => {
    const changed = await act(() => setRetentionAction({ businessId, kind, years }), failed);
    if (changed === null) return;
    setChangedKind(null);
    toast.good(tRetention(changed.outcome === 'set' ? 'saved' : 'proposed'));
  };
  return (
    <Section title={tRetention('title')}>
      {/* The code of the section loads later than the page. */}
      <HydratedFields>
        <div className="flex flex-col gap-3 text-sm">
          <p className="text-muted">{tRetention('explanation')}</p>
          <ul className="divide-y divide-line">
            {rules.map((rule) => (
              <li key={rule.kind} className="flex flex-col gap-1 py-2">
                <Rule rule={rule} mayManage={mayManage} onChange={() => setChangedKind(rule.kind)} />
                {changedKind === rule.kind && (
                  <Suspense fallback={<Skeleton className="h-40 w-full" />}>
                    <RetentionForm
                      kind={rule.kind}
                      years={rule.years}
                      isPending={isPending}
                      error={errors['years']?.[0]}
                      onSave={(years) => set(rule.kind, years)}
                      onCancel={() => setChangedKind(null)}
                    />
                  </Suspense>
                )}
              </li>
            ))}
          </ul>
          {changes.map((change) => (
            <ProposedTime
              key={change.changeId}
              change={change}
              mayAnswer={mayManage}
              isPending={isPending}
              onAnswer={(answer) =>
                act(
                  () => decideRetentionChangeAction({ businessId, changeId: change.changeId, answer }),
                  failed,
                )
              }
            />
          ))}
        </div>
      </HydratedFields>
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
  change: { kind, years, proposedBy, isMine, preview },
  mayAnswer,
  isPending,
  onAnswer,
}: {
  change: RetentionChangeView;
  mayAnswer: boolean;
  isPending: boolean;
  onAnswer: (answer: ProposalDecision) => Promise<unknown>;
}) {
  const answerButton = (answer: 'decline' | 'withdraw') => (
    <Button size="sm" isDisabled={isPending} onPress={() => void onAnswer(answer)}>
      {tRetention(`answers.${answer}`)}
    </Button>
  );
  return (
    <Banner tone="waiting" title={tRetention(`proposal.${kind}`, { person: proposedBy, years })}>
      <div className="flex flex-col gap-2">
        <PreviewText preview={preview} />
        <p>{tRetention('proposal.irreversible')}</p>
        {mayAnswer && (
          <div className="flex flex-wrap gap-2">
            {isMine ? (
              answerButton('withdraw')
            ) : (
              <>
                <ConfirmDialog
                  danger
                  trigger={<Button size="sm">{tRetention('answers.approve')}</Button>}
                  title={tRetention('confirm.title')}
                  confirmLabel={tRetention('confirm.label')}
                  onConfirm={() => onAnswer('approve')}
                >
                  <p>{tRetention('confirm.body')}</p>
                </ConfirmDialog>
                {answerButton('decline')}
              </>
            )}
          </div>
        )}
      </div>
    </Banner>
  );
}
