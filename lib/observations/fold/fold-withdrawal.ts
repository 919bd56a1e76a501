import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import { riskDiffers, stampAfter } from '../model/changes.ts';
import type { WithdrawalObservation } from '../model/record-state.ts';
import { observeWithdrawal } from '../model/record-state.ts';
import type { Conflict } from '../model/registers.ts';
import type { StoredWithdrawal } from '../model/row-read.ts';
import { withdrawalRiskRow, withdrawalRow } from '../model/row-write.ts';
import type { Announcement, Rows } from '../store/rows.ts';

/** What is known of a withdrawal with one more callback folded in, before it is written. */
export type FoldedWithdrawal = {
  readonly withdrawal: StoredWithdrawal;
  readonly rows: Rows;
  /** What open screens are to be told. */
  readonly told: Announcement;
  /** Contradictions to which this callback is a side. */
  readonly conflicts: readonly Conflict[];
};

/**
 * Folds a withdrawal callback in. `versions`: the distinct contents of it, with this one. `isRiskOnly`: it says nothing
 * new but of risk detail, of which only those hear who may see it.
 */
export function foldedWithdrawal(
  businessId: BusinessId,
  known: StoredWithdrawal | null,
  seen: WithdrawalObservation,
  { versions, isRiskOnly }: { readonly versions: number; readonly isRiskOnly: boolean },
): FoldedWithdrawal {
  const state = observeWithdrawal(known?.state ?? null, seen);
  const changedAt = stampAfter(known?.changedAt ?? 0, known === null || !isRiskOnly, seen.stamp.at);
  const isAssessed = riskDiffers(known?.state ?? null, state);
  const riskChangedAt = stampAfter(known?.riskChangedAt ?? null, isAssessed, seen.riskStamp.at);
  const change = { topics: ['withdrawals'], ids: [seen.withdrawalId] } as const;
  return {
    withdrawal: { state, changedAt, riskChangedAt, versions },
    rows: {
      withdrawal: [withdrawalRow(businessId, state, { changedAt, versions })],
      withdrawal_risk: [withdrawalRiskRow(businessId, state, riskChangedAt)],
    },
    told: isRiskOnly ? { businessId, topics: [], guarded: change } : { businessId, ...change },
    conflicts: state.registers.conflicts.filter(({ values }) =>
      values.some((one) => one.observation === seen.stamp.observation),
    ),
  };
}
