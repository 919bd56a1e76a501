import 'server-only';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import type { Stamp } from './model-register.ts';
import type { KnownDeposit } from './model-row-read.ts';
import { depositRow } from './model-row-write.ts';
import { claimDeposit } from './model-state.ts';
import type { Announcement, Rows } from './store-rows.ts';

/** Notes on a deposit that an observation in quarantine names another payment for it. */
export function claimedDeposit(
  businessId: BusinessId,
  before: KnownDeposit,
  claim: { readonly claimant: PaymentId; readonly stamp: Stamp },
): { readonly deposit: KnownDeposit; readonly rows: Rows; readonly told: Announcement } {
  const state = claimDeposit(before.state, claim.claimant, claim.stamp);
  const deposit = { ...before, state, changedAt: Math.max(before.changedAt, claim.stamp.at) };
  return {
    deposit,
    rows: { deposit: [depositRow(businessId, state, deposit)] },
    told: { businessId, topics: ['deposits'], ids: [state.depositId] },
  };
}
