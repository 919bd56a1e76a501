import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { expiryAction, toExpiryValues } from './expired-entries.ts';
import { removeContents } from './expiry-store.ts';
import { systemChain, writeAudit } from './write-audit.ts';

/**
 * Removes the content of these entries of a chain if their retention time is over, and returns how many expired. A new entry names
 * them with a digest of what they keep, in the same transaction.
 */
export async function expireEntries(
  transaction: Transaction,
  context: Context<SystemActor>,
  chainId: BusinessId,
  sequences: readonly bigint[],
): Promise<number> {
  const expired = await removeContents(transaction, chainId, sequences);
  if (expired === null) return 0;
  await writeAudit(transaction, context, {
    businessId: chainId === systemChain ? null : chainId,
    action: expiryAction,
    objectType: 'business',
    objectId: chainId,
    after: toExpiryValues(chainId, expired.years, expired.entries),
  });
  return expired.entries.length;
}
