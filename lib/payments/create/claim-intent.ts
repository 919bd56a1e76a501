import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payments.ts';
import type { Context } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { releaseExpiredApprovals } from './approval-store.ts';
import type { StoredIntent } from './intent-store.ts';
import { findActiveIntent, insertIntent } from './intent-store.ts';

/** Describes the request that has a client payment ID. */
function describeTaken({ state }: StoredIntent): string {
  const isFinal = state === 'UNSENT' || state === 'REJECTED';
  return tPaymentRefusals(isFinal ? 'taken.other' : `taken.${state}`);
}

/**
 * Inserts an intent, which claims its client payment ID. A request that was refused or not sent, or whose approval has
 * expired, has released it.
 *
 * @throws Problem 'conflict' if another one has it
 */
export async function claimIntent(
  transaction: Transaction,
  context: Context,
  intent: {
    readonly businessId: BusinessId;
    readonly clientPaymentId: string;
    readonly requestBody: string;
    readonly personId: PersonId;
    readonly state: 'PROPOSED' | 'QUEUED';
  },
): Promise<StoredIntent> {
  const at = context.clock.now();
  const { businessId, clientPaymentId } = intent;
  await releaseExpiredApprovals(transaction, businessId, at);
  const inserted = await insertIntent(transaction, { ...intent, at });
  if (inserted !== null) return inserted;
  const taken = await findActiveIntent(transaction, businessId, clientPaymentId, at);
  if (taken === null) throw new Problem('conflict', tPaymentRefusals('taken.justNow'));
  const problem = describeTaken(taken);
  throw new Problem('conflict', tPaymentRefusals('taken.nothingSent', { problem }), {
    fieldErrors: { clientPaymentId: [tPaymentRefusals('taken.useAnother', { problem })] },
  });
}
