import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import { advanceChangedAt, hasRiskChanged } from '../model/changes.ts';
import type { WithdrawalChange } from '../model/record-change.ts';
import type { WithdrawalObservation } from '../model/record-state.ts';
import { observeWithdrawal } from '../model/record-state.ts';
import type { Conflict } from '../model/registers.ts';
import type { StoredWithdrawal } from '../model/row-read.ts';
import type { Announcement } from '../store/rows.ts';

/** A withdrawal with one more callback folded in, before it is written. */
export type WithdrawalFold = {
  readonly changes: readonly [WithdrawalChange];
  /** The change to announce to open pages. */
  readonly announcement: Announcement;
  /** The conflicts in which this callback has a value. */
  readonly conflicts: readonly Conflict[];
};

/**
 * Folds a callback into its withdrawal. `versions` counts its contents, with this one. `isRiskOnly` marks a callback
 * that only changes risk detail. It is announced only to people who can see that.
 */
export function foldWithdrawal(
  businessId: BusinessId,
  stored: StoredWithdrawal | null,
  observation: WithdrawalObservation,
  {
    versions,
    isRiskOnly,
    foldedAt,
  }: { readonly versions: number; readonly isRiskOnly: boolean; readonly foldedAt?: number | undefined },
): WithdrawalFold {
  const state = observeWithdrawal(stored?.state ?? null, observation);
  const changedAt = advanceChangedAt(
    stored?.changedAt ?? 0,
    stored === null || !isRiskOnly,
    foldedAt ?? observation.stamp.at,
  );
  const isRiskChanged = hasRiskChanged(stored?.state ?? null, state);
  const riskChangedAt = advanceChangedAt(
    stored?.riskChangedAt ?? null,
    isRiskChanged,
    foldedAt ?? observation.riskStamp.at,
  );
  const change = { topics: ['withdrawals'], ids: [observation.withdrawalId] } as const;
  return {
    changes: [
      {
        kind: 'withdrawal',
        businessId,
        before: stored,
        after: { state, changedAt, riskChangedAt, versions },
      },
    ],
    announcement: isRiskOnly ? { businessId, topics: [], guarded: change } : { businessId, ...change },
    conflicts: state.registers.conflicts.filter(({ values }) =>
      values.some((one) => one.observation === observation.stamp.observation),
    ),
  };
}
