import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { findDeliveredAnchor } from './anchors/delivered-anchor.ts';
import type { AnchorSettings } from './anchors/settings.ts';
import { readAnchorSettings } from './anchors/settings.ts';
import { expiryAction, expiryKind, findCheckpoint, sealEntries } from './checkpoint.ts';
import { findPrefixEnd, listCaseEntries, removePrefix } from './prefix-store.ts';
import { readSealedEntries } from './queries.ts';
import { systemChain, writeAudit } from './write-audit.ts';

/**
 * Removes the beginning of a chain whose retention time of `years` is over, up to the newest entry that an anchor outside the
 * database covers. Entries that never expire stay. A new entry seals them and names the anchor, in the same transaction.
 * Returns how many entries were removed.
 */
export async function expirePrefix(
  transaction: Transaction,
  context: Context<SystemActor>,
  chainId: BusinessId,
  years: number,
  settings: AnchorSettings = readAnchorSettings(),
): Promise<number> {
  const delivered = await findDeliveredAnchor(transaction, settings);
  const checkpoint = await findCheckpoint(chainId);
  const end = await findPrefixEnd(transaction, chainId, {
    years,
    after: checkpoint?.through ?? 0n,
    delivered,
  });
  if (end === null) return 0;
  const kept = await listCaseEntries(transaction, chainId, end.sequence);
  const removed = await removePrefix(transaction, chainId, end, kept);
  if (removed === null) return 0;
  const seal = await sealEntries(readSealedEntries(chainId, end.sequence, transaction));
  await writeAudit(transaction, context, {
    businessId: chainId === systemChain ? null : chainId,
    action: expiryAction,
    objectType: 'business',
    objectId: chainId,
    after: {
      kind: expiryKind(chainId),
      years: removed.years,
      count: removed.count,
      through: String(end.sequence),
      hash: end.hash,
      anchor: end.anchor,
      ...seal,
    },
  });
  return removed.count;
}
