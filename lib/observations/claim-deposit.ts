import 'server-only';
import type { Transaction } from '#lib/platform/transaction.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import type { Stamp } from './model-register.ts';
import type { KnownDeposit } from './model-row-read.ts';
import { depositRow } from './model-row-write.ts';
import { claimDeposit } from './model-state.ts';
import { writeRows } from './store-rows.ts';

/** Notes on a deposit that an observation in quarantine names another payment for it. */
export async function noteClaim(
  transaction: Transaction,
  businessId: BusinessId,
  deposit: KnownDeposit,
  claim: { claimant: PaymentId; stamp: Stamp; isAnnounced: boolean },
): Promise<void> {
  const state = claimDeposit(deposit.state, claim.claimant, claim.stamp);
  const changedAt = Math.max(deposit.changedAt, claim.stamp.at);
  const row = depositRow(businessId, state, { changedAt, versions: deposit.versions });
  const told = { businessId, topics: ['deposits'], ids: [state.depositId] } as const;
  await writeRows(transaction, { deposit: [row] }, claim.isAnnounced ? told : null);
}
