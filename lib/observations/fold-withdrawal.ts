import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Conflict } from './model-register.ts';
import type { KnownWithdrawal } from './model-row-read.ts';
import { withdrawalRiskRow, withdrawalRow } from './model-row-write.ts';
import type { WithdrawalObservation } from './model-state.ts';
import { observeWithdrawal } from './model-state.ts';
import type { Announcement, Rows } from './store-rows.ts';

/** What is known of a withdrawal with one more callback folded in, before it is written. */
export type FoldedWithdrawal = {
  readonly withdrawal: KnownWithdrawal;
  readonly rows: Rows;
  /** What open screens are to be told. */
  readonly told: Announcement;
  /** Contradictions to which this callback is a side. */
  readonly conflicts: readonly Conflict[];
};

/** Folds a withdrawal callback in. `versions`: the distinct contents of it, with this one. */
export function foldedWithdrawal(
  businessId: BusinessId,
  known: KnownWithdrawal | null,
  seen: WithdrawalObservation,
  versions: number,
): FoldedWithdrawal {
  const state = observeWithdrawal(known?.state ?? null, seen);
  const changedAt = Math.max(known?.changedAt ?? 0, seen.stamp.at);
  return {
    withdrawal: { state, changedAt, versions },
    rows: {
      withdrawal: [withdrawalRow(businessId, state, { changedAt, versions })],
      withdrawal_risk: [withdrawalRiskRow(businessId, state)],
    },
    told: { businessId, topics: ['withdrawals'], ids: [seen.withdrawalId] },
    conflicts: state.registers.conflicts.filter(({ values }) =>
      values.some((one) => one.observation === seen.stamp.observation),
    ),
  };
}
