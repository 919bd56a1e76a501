import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { readLastAnchor } from './anchor-file.ts';
import type { AnchorSettings } from './settings.ts';
import { findLatestSent, listLines } from './store.ts';

/**
 * Returns the number of the newest anchor that is outside the database, in the file or at the webhook. Anchors are delivered
 * in order. Zero without one.
 */
export async function findDeliveredAnchor(
  transaction: Transaction,
  { file }: Pick<AnchorSettings, 'file'>,
): Promise<number> {
  const sent = await findLatestSent(transaction);
  const last = file === null ? null : (readLastAnchor(file)?.last ?? null);
  if (last === null || last.number <= sent) return sent;
  const [stored] = await listLines(transaction, last.number - 1, 1);
  return stored?.number === last.number && stored.hash === last.hash ? last.number : sent;
}
