import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import { advanceChangedAt, hasRiskChanged } from '../model/changes.ts';
import type { WithdrawalObservation } from '../model/record-state.ts';
import { observeWithdrawal } from '../model/record-state.ts';
import type { Conflict } from '../model/registers.ts';
import type { StoredWithdrawal } from '../model/row-read.ts';
import { toWithdrawalRiskRow, toWithdrawalRow } from '../model/row-write.ts';
import type { Announcement, RecordRows } from '../store/rows.ts';

/** A withdrawal with one more callback folded in, before it is written. */
export type WithdrawalFold = {
  readonly withdrawal: StoredWithdrawal;
  readonly rows: RecordRows;
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
  { versions, isRiskOnly }: { readonly versions: number; readonly isRiskOnly: boolean },
): WithdrawalFold {
  const state = observeWithdrawal(stored?.state ?? null, observation);
  const changedAt = advanceChangedAt(
    stored?.changedAt ?? 0,
    stored === null || !isRiskOnly,
    observation.stamp.at,
  );
  const isRiskChanged = hasRiskChanged(stored?.state ?? null, state);
  const riskChangedAt = advanceChangedAt(
    stored?.riskChangedAt ?? null,
    isRiskChanged,
    observation.riskStamp.at,
  );
  const change = { topics: ['withdrawals'], ids: [observation.withdrawalId] } as const;
  return {
    withdrawal: { state, changedAt, riskChangedAt, versions },
    rows: {
      withdrawal: [toWithdrawalRow(businessId, state, { changedAt, versions })],
      withdrawal_risk: [toWithdrawalRiskRow(businessId, state, riskChangedAt)],
    },
    announcement: isRiskOnly ? { businessId, topics: [], guarded: change } : { businessId, ...change },
    conflicts: state.registers.conflicts.filter(({ values }) =>
      values.some((one) => one.observation === observation.stamp.observation),
    ),
  };
}
