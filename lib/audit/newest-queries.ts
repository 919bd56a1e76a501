import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { genesisHash } from './canonical.ts';
import { isExpired, readExpiries } from './expired-entries.ts';
import { listExplainedOffsets } from './explained-zones.ts';
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
  requirePermission(context, businessId, 'audit.read');
  const head = await database().auditHead.findUnique({ where: { chainId: businessId } });
  if (head === null) return { checked: 0, from: '0', to: '0', changedAt: null };
  const [newest, offsets] = await Promise.all([
    listNewestEntries(businessId, head.sequence, checkedEntries + 1),
    listExplainedOffsets(businessId),
  ]);
  const expiries = newest.some(isExpired) ? await readExpiries(businessId) : undefined;
  const entries = newest.toReversed();
  // The oldest entry is only the start of the check, unless it is the first of the chain.
  const start = entries[0]?.sequence === 1n ? undefined : entries.shift();
  let last = { sequence: start?.sequence ?? 0n, hash: start?.hash ?? genesisHash };
  const from = last.sequence + 1n;
  let changedAt: bigint | null = null;
  let newestBefore = 0;
  for (const entry of entries) {
    const expected = {
      sequence: last.sequence + 1n,
      previous: last.hash,
      offsetMinutes: offsets.get(entry.sequence),
      ...{ expiries, newestBefore },
    };
    if (changedAt === null && findBreach(entry, expected) !== null) changedAt = expected.sequence;
    if (!isExpired(entry)) newestBefore = Math.max(newestBefore, entry.at);
    last = entry;
  }
  const [unrecorded] = (await expiries?.listUnrecorded()) ?? [];
  if (unrecorded !== undefined && (changedAt === null || unrecorded.sequence < changedAt))
    changedAt = unrecorded.sequence;
  const isLastEntry = last.sequence === head.sequence && Buffer.compare(last.hash, head.hash) === 0;
  if (changedAt === null && !isLastEntry) changedAt = head.sequence;
  return {
    checked: entries.length,
    from: String(from),
    to: String(head.sequence),
    changedAt: changedAt === null ? null : String(changedAt),
  };
}
