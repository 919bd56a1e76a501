import 'server-only';
import type { Transaction } from '#lib/platform/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Conflict } from './model-register.ts';
import type { KnownWithdrawal } from './model-row-read.ts';
import { withdrawalRiskRow, withdrawalRow } from './model-row-write.ts';
import type { WithdrawalObservation } from './model-state.ts';
import { observeWithdrawal } from './model-state.ts';
import { writeRows } from './store-rows.ts';

/** Folds a withdrawal callback into its rows. Answers the contradictions to which it is a side. */
export async function foldWithdrawal(
  transaction: Transaction,
  businessId: BusinessId,
  known: KnownWithdrawal | null,
  seen: WithdrawalObservation,
  { versions, isAnnounced }: { versions: number; isAnnounced: boolean },
): Promise<readonly Conflict[]> {
  const after = observeWithdrawal(known?.state ?? null, seen);
  const changedAt = Math.max(known?.changedAt ?? 0, seen.stamp.at);
  const rows = {
    withdrawal: [withdrawalRow(businessId, after, { changedAt, versions })],
    withdrawal_risk: [withdrawalRiskRow(businessId, after)],
  };
  const told = { businessId, topics: ['withdrawals'], ids: [seen.withdrawalId] } as const;
  await writeRows(transaction, rows, isAnnounced ? told : null);
  return after.registers.conflicts.filter(({ values }) =>
    values.some((one) => one.observation === seen.stamp.observation),
  );
}
