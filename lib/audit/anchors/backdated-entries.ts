import 'server-only';
import { tAuditVerification } from '#lib/messages/audit-verification.ts';
import { isBackdated } from '../expired-entries.ts';
import { listExpiredTimes } from './queries.ts';
import type { AnchoredEntry, AnchorFindings } from './read-anchors.ts';

const batchSize = 5_000;

type BackdatedEntry = { readonly sequence: bigint; readonly anchor: number };

/** Finds the first expired entry of a chain that an anchor proves to be newer. `times` are those of all anchors. */
async function findBackdatedEntry(
  chainId: string,
  anchored: readonly AnchoredEntry[],
  times: ReadonlyMap<number, number>,
): Promise<BackdatedEntry | null> {
  const inOrder = anchored.toSorted(
    (one, two) => Number(one.sequence - two.sequence) || one.anchor - two.anchor,
  );
  const newest = [...times.keys()].at(-1) ?? 0;
  let next = 0;
  for (let after = 0n; ; ) {
    const batch = await listExpiredTimes(chainId, after, batchSize);
    for (const entry of batch) {
      after = entry.sequence;
      while (next < inOrder.length && (inOrder[next]?.sequence ?? 0n) < entry.sequence) next += 1;
      const covering = inOrder[next];
      const anchor = covering === undefined ? newest : covering.anchor - 1;
      if (isBackdated(entry, times.get(anchor) ?? 0)) return { sequence: entry.sequence, anchor };
    }
    if (batch.length < batchSize) return null;
  }
}

/**
 * Describes the first expired entry of each chain that an anchor proves to be newer than its time. Without content, the
 * time has no other proof: a changed one would let a recent entry expire. Each anchor lists the chains that have grown. So
 * the entry didn't exist at the time of the anchor before the first one that covers it.
 */
export async function listBackdatedEntries({
  anchors,
  entries,
}: Pick<AnchorFindings, 'anchors' | 'entries'>): Promise<string[]> {
  const times = new Map(anchors.map(({ number, at }) => [number, Date.parse(at)]));
  const breaches: string[] = [];
  for (const [chainId, anchored] of Map.groupBy(entries, (entry) => entry.chainId)) {
    const found = await findBackdatedEntry(chainId, anchored, times);
    if (found !== null)
      breaches.push(
        tAuditVerification('database.backdated', {
          chain: chainId,
          sequence: String(found.sequence),
          anchor: String(found.anchor),
        }),
      );
  }
  return breaches;
}
