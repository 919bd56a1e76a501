import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { resetFactor } from '#lib/factors/index.ts';
import { queueSecurityNotice } from '#lib/mail/index.ts';
import { deletePasskeys } from '#lib/passkeys/index.ts';
import { isEmailVerified } from '#lib/people/index.ts';
import type { Actor, Context } from '#lib/platform/context.ts';
import type { PersonId } from '#lib/values/ids.ts';

/** Counts for the audit log. */
type RemovedFactors = { readonly removedFactor: boolean; readonly removedPasskeys: number };

/**
 * Removes the second factor and the passkeys of an account whose address was never proved: someone else may have joined
 * with it by a copied link. Called when single sign-on proves the address. A mailed link never does this, because a mailbox
 * alone is no second factor. The person's row is locked, and the caller writes the audit entry. Returns null for a proved address.
 */
export async function removeUnverifiedFactors(
  transaction: Transaction,
  context: Context<Actor>,
  personId: PersonId,
): Promise<RemovedFactors | null> {
  if (await isEmailVerified(transaction, personId)) return null;
  const at = context.clock.now();
  const removedPasskeys = await deletePasskeys(transaction, personId);
  if (removedPasskeys > 0) await queueSecurityNotice(transaction, { kind: 'passkeyRemoved', personId, at });
  const removedFactor = (await resetFactor(transaction, context, personId)) !== null;
  return { removedFactor, removedPasskeys };
}
