'use client';

import { SignedAmount } from '#components/money/amount-text.tsx';
import { useAction } from '#components/query/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { ExternalText } from '#components/ui/external-text.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { tReconciliation } from '#lib/messages/reconciliation.ts';
import { acceptSuggestionAction, undoMatchAction } from '#lib/reconciliation/actions.ts';
import type { MatchState } from '#lib/reconciliation/model/choices.ts';
import type { MatchView } from '#lib/reconciliation/schema.ts';
import { isZero } from '#lib/values/arithmetic.ts';
import { StateBadge } from './state-badge.tsx';

/** The state of an item, why it has it, and the buttons that change it. */
export function MatchCell({
  businessId,
  currency,
  state,
  match,
  side,
  mayMatch,
}: {
  businessId: string;
  currency: string;
  state: MatchState;
  match: MatchView | undefined;
  side: 'lines' | 'records';
  mayMatch: boolean;
}) {
  const { locale } = useLocaleSettings();
  const { act, isPending } = useAction({ refresh: true });
  if (match === undefined) return <StateBadge state={state} />;
  const { matchId, rule, person, reason, difference } = match;
  const other = side === 'lines' ? match.records : match.lines;
  const undo = () =>
    act(() => undoMatchAction({ businessId, matchId }), {
      failed: tReconciliation('match.notUndone'),
      done: () => tReconciliation('match.undone'),
    });
  return (
    <div className="flex min-w-32 flex-col lg:min-w-48 items-start gap-0.5 whitespace-normal">
      <StateBadge state={state} />
      <span className="text-muted text-xs">
        {rule !== null ? tReconciliation('match.byRule', { rule }) : person}
      </span>
      {other.count > 0 && (
        <span className="text-muted text-xs">
          {tReconciliation(side === 'lines' ? 'match.records' : 'match.lines', {
            n: other.count,
            count: other.count.toLocaleString(locale),
          })}
        </span>
      )}
      {!isZero(difference) && (
        <span className="text-muted text-xs">
          {tReconciliation.rich('match.difference', {
            amount: () => <SignedAmount amount={difference} currency={currency} />,
          })}
        </span>
      )}
      {reason !== null && reason !== rule && (
        <span className="break-words text-muted text-xs">{ExternalText(reason)}</span>
      )}
      {mayMatch &&
        (state === 'suggested' ? (
          <span className="flex gap-1.5">
            <Button
              size="sm"
              isPending={isPending}
              onPress={() =>
                void act(() => acceptSuggestionAction({ businessId, matchId }), {
                  failed: tReconciliation('match.notAccepted'),
                  done: () => tReconciliation('match.accepted'),
                })
              }
            >
              {tReconciliation('match.accept')}
            </Button>
            <Button size="sm" variant="quiet" isDisabled={isPending} onPress={() => void undo()}>
              {tReconciliation('match.decline')}
            </Button>
          </span>
        ) : (
          <ConfirmDialog
            trigger={
              <Button size="sm" variant="quiet">
                {tReconciliation('match.undo')}
              </Button>
            }
            title={tReconciliation('match.undoTitle')}
            confirmLabel={tReconciliation('match.undo')}
            onConfirm={undo}
          >
            {tReconciliation('match.undoText')}
          </ConfirmDialog>
        ))}
    </div>
  );
}
