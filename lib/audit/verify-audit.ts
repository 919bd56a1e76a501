import 'server-only';
import { tAuditVerification } from '#lib/messages/audit-verification.ts';
import { genesisHash } from './canonical.ts';
import type { Expiries } from './expired-entries.ts';
import { isBackdated, isExpired, readExpiries } from './expired-entries.ts';
import { hasMatchingHash, listExplainedOffsets } from './explained-zones.ts';
import type { ChainHead, StoredEntry } from './queries.ts';
import { listChainsWithoutHead, listEntries, listHeads } from './queries.ts';

/** An entry that differs from the one that was written. */
type Breach = { readonly chainId: string; readonly sequence: bigint; readonly description: string };

type Verdict = {
  readonly chains: number;
  readonly entries: number;
  /**
   * Entries that match their hash under the offset of a later explanation, because a session of another time zone
   * stored them.
   */
  readonly explained: number;
  /** Entries whose content was removed after their retention time. */
  readonly expired: number;
  readonly breaches: readonly Breach[];
};

const batchSize = 1_000;
const same = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/** Returns how an entry differs from the one that belongs to this place of the chain, or null if it doesn't. */
export function findBreach(
  entry: StoredEntry,
  expected: {
    sequence: bigint;
    previous: Uint8Array;
    offsetMinutes: number | undefined;
    /** Undefined: no entry of the range has expired. */
    expiries: Expiries | undefined;
    /** The latest time of the entries before it that have content. Zero without one. */
    newestBefore: number;
  },
): string | null {
  if (entry.sequence !== expected.sequence)
    return tAuditVerification('chain.missing', { sequence: String(expected.sequence) });
  if (!same(entry.previous, expected.previous)) return tAuditVerification('chain.order');
  if (expected.expiries !== undefined && isExpired(entry))
    return isBackdated(entry, expected.newestBefore)
      ? tAuditVerification('chain.expiredOrder')
      : expected.expiries.findProblem(entry);
  return hasMatchingHash(entry, expected.offsetMinutes) ? null : tAuditVerification('chain.content');
}

async function verifyChain(
  head: ChainHead,
): Promise<{ entries: number; explained: number; expired: number; breaches: Breach[] }> {
  const offsets = await listExplainedOffsets(head.chainId);
  const expiries = await readExpiries(head.chainId);
  const breaches: Breach[] = [];
  let last: { sequence: bigint; hash: Uint8Array } = { sequence: 0n, hash: genesisHash };
  let entries = 0;
  let expired = 0;
  let newestBefore = 0;
  for (;;) {
    const batch = await listEntries(head.chainId, last.sequence, batchSize);
    for (const entry of batch) {
      const what = findBreach(entry, {
        sequence: last.sequence + 1n,
        previous: last.hash,
        offsetMinutes: offsets.get(entry.sequence),
        ...{ expiries, newestBefore },
      });
      if (isExpired(entry)) expired += 1;
      else newestBefore = Math.max(newestBefore, entry.at);
      if (what !== null)
        breaches.push({ chainId: head.chainId, sequence: entry.sequence, description: what });
      last = entry;
    }
    entries += batch.length;
    if (batch.length < batchSize) break;
  }
  if (last.sequence < head.sequence || !same(last.hash, head.hash))
    breaches.push({
      chainId: head.chainId,
      sequence: head.sequence,
      description: tAuditVerification('chain.last'),
    });
  for (const breach of [...(await expiries.listUnrecorded()), ...expiries.listDifferent()])
    breaches.push({ chainId: head.chainId, ...breach });
  return { entries, explained: offsets.size, expired, breaches };
}

/** Verifies every chain from its first entry and returns changed, removed and inserted entries. */
export async function verifyAudit(): Promise<Verdict> {
  const heads = await listHeads();
  const headless = await listChainsWithoutHead();
  const breaches = headless.map((chainId) => ({
    chainId,
    sequence: 0n,
    description: tAuditVerification('chain.head'),
  }));
  let entries = 0;
  let explained = 0;
  let expired = 0;
  for (const head of heads) {
    const chain = await verifyChain(head);
    entries += chain.entries;
    explained += chain.explained;
    expired += chain.expired;
    breaches.push(...chain.breaches);
  }
  return { chains: heads.length, entries, explained, expired, breaches };
}
