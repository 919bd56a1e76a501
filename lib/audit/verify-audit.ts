import 'server-only';
import { genesis } from './canonical.ts';
import { isHashed, listExplained } from './explained-zones.ts';
import type { Head, StoredEntry } from './queries.ts';
import { listChainsWithoutHead, listEntries, listHeads } from './queries.ts';

/** A place where the log is not what was written. */
type Breach = { readonly chainId: string; readonly sequence: bigint; readonly what: string };

type Verdict = {
  readonly chains: number;
  readonly entries: number;
  /** Entries with their hash under the offset that a later entry explains: a session of another time zone stored them. */
  readonly explained: number;
  readonly breaches: readonly Breach[];
};

const batch = 1_000;
const same = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

function breachOf(
  entry: StoredEntry,
  expected: { sequence: bigint; previous: Uint8Array; offsetMinutes: number | undefined },
): string | null {
  if (entry.sequence !== expected.sequence) return `entry ${expected.sequence} is missing`;
  if (!same(entry.previous, expected.previous)) return 'it does not follow the entry before it';
  return isHashed(entry, expected.offsetMinutes) ? null : 'its content was changed';
}

async function verifyChain(head: Head): Promise<{ entries: number; explained: number; breaches: Breach[] }> {
  const offsets = await listExplained(head.chainId);
  const breaches: Breach[] = [];
  let last: { sequence: bigint; hash: Uint8Array } = { sequence: 0n, hash: genesis };
  let entries = 0;
  for (;;) {
    const found = await listEntries(head.chainId, last.sequence, batch);
    for (const entry of found) {
      const what = breachOf(entry, {
        sequence: last.sequence + 1n,
        previous: last.hash,
        offsetMinutes: offsets.get(entry.sequence),
      });
      if (what !== null) breaches.push({ chainId: head.chainId, sequence: entry.sequence, what });
      last = entry;
    }
    entries += found.length;
    if (found.length < batch) break;
  }
  if (last.sequence < head.sequence || !same(last.hash, head.hash))
    breaches.push({
      chainId: head.chainId,
      sequence: head.sequence,
      what: 'the newest entry is not the last',
    });
  return { entries, explained: offsets.size, breaches };
}

/** Walks every chain from its first entry and finds what was changed, removed or put in between. */
export async function verifyAudit(): Promise<Verdict> {
  const heads = await listHeads();
  const headless = await listChainsWithoutHead();
  const breaches = headless.map((chainId) => ({ chainId, sequence: 0n, what: 'its head is missing' }));
  let entries = 0;
  let explained = 0;
  for (const head of heads) {
    const chain = await verifyChain(head);
    entries += chain.entries;
    explained += chain.explained;
    breaches.push(...chain.breaches);
  }
  return { chains: heads.length, entries, explained, breaches };
}
