import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { genesisHash } from './canonical.ts';
import { findCheckpoint } from './checkpoint.ts';
import { listNewestEntries } from './queries.ts';
import type { ChainCheck } from './schema.ts';
import { findBreach } from './verify-audit.ts';

/** The page checks this many entries, however long the log is. */
const checkedEntries = 200;

/**
 * Checks the newest entries of the business's own chain against their hashes and their order. The command
 * `audit:verify` checks all entries.
 */
export async function checkNewestEntries(
  context: Context<PersonActor>,
  businessId: BusinessId,
): Promise<ChainCheck> {
  const { may } = requirePermission(context, businessId, 'audit.read');
  const head = await database().auditHead.findUnique({ where: { chainId: businessId } });
  if (head === null) return { checked: 0, from: '0', to: '0', changedAt: null };
  const checkpoint = await findCheckpoint(businessId);
  const begin = {
    sequence: checkpoint?.through ?? 0n,
    hash: checkpoint === null ? genesisHash : Buffer.from(checkpoint.hash, 'hex'),
  };
  const newest = await listNewestEntries(businessId, head.sequence, checkedEntries + 1);
  const entries = newest.filter(({ sequence }) => sequence > begin.sequence).toReversed();
  // With one entry more than is checked, the oldest is only the start.
  let last = entries.length > checkedEntries ? (entries.shift() ?? begin) : begin;
  const from = last.sequence + 1n;
  let changedAt: bigint | null = null;
  for (const entry of entries) {
    const expected = { sequence: last.sequence + 1n, previous: last.hash };
    if (changedAt === null && findBreach(entry, expected) !== null) changedAt = expected.sequence;
    last = entry;
  }
  const isLastEntry = last.sequence === head.sequence && Buffer.compare(last.hash, head.hash) === 0;
  if (changedAt === null && !isLastEntry) changedAt = head.sequence;
  // The numbers count entries that the reader may not see.
  if (!may('audit.risk')) return { checked: 0, from: '', to: '', changedAt: changedAt === null ? null : '' };
  return {
    checked: entries.length,
    from: String(from),
    to: String(head.sequence),
    changedAt: changedAt === null ? null : String(changedAt),
  };
}
