import 'server-only';
import { tAuditVerification } from '#lib/messages/audit.ts';
import { genesisHash, hasMatchingHash } from './canonical.ts';
import type { Checkpoint } from './checkpoint.ts';
import { findCheckpoint, findSealProblem } from './checkpoint.ts';
import type { ChainHead, StoredEntry } from './queries.ts';
import { listChainsWithoutHead, listEntries, listHeads } from './queries.ts';

/** An entry that differs from the one that was written. */
type Breach = { readonly chainId: string; readonly sequence: bigint; readonly description: string };

type Verdict = {
  readonly chains: number;
  readonly entries: number;
  /** Entries that were removed after their retention time. */
  readonly expired: number;
  readonly breaches: readonly Breach[];
};

const batchSize = 1_000;
const same = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/** Returns how an entry differs from the one that belongs to this place of the chain, or null if it doesn't. */
export function findBreach(
  entry: StoredEntry,
  expected: { readonly sequence: bigint; readonly previous: Uint8Array },
): string | null {
  if (entry.sequence !== expected.sequence)
    return tAuditVerification('chain.missing', { sequence: String(expected.sequence) });
  if (!same(entry.previous, expected.previous)) return tAuditVerification('chain.order');
  return hasMatchingHash(entry) ? null : tAuditVerification('chain.content');
}

/** Verifies a chain from its first entry, or from what a checkpoint seals. */
async function verifyFrom(
  head: ChainHead,
  checkpoint: Checkpoint | null,
): Promise<{ entries: number; breaches: Breach[] }> {
  const { chainId } = head;
  const breaches: Breach[] = [];
  let last: { sequence: bigint; hash: Uint8Array } = { sequence: 0n, hash: genesisHash };
  let entries = 0;
  if (checkpoint !== null) {
    const problem = await findSealProblem(checkpoint);
    if (problem !== null)
      breaches.push({ chainId, sequence: checkpoint.entry.sequence, description: problem });
    last = { sequence: checkpoint.through, hash: Buffer.from(checkpoint.hash, 'hex') };
    entries = checkpoint.kept;
  }
  for (;;) {
    const batch = await listEntries(chainId, last.sequence, batchSize);
    for (const entry of batch) {
      const description = findBreach(entry, { sequence: last.sequence + 1n, previous: last.hash });
      if (description !== null) breaches.push({ chainId, sequence: entry.sequence, description });
      last = entry;
    }
    entries += batch.length;
    if (batch.length < batchSize) break;
  }
  if (last.sequence < head.sequence || !same(last.hash, head.hash))
    breaches.push({ chainId, sequence: head.sequence, description: tAuditVerification('chain.last') });
  return { entries, breaches };
}

async function verifyChain(
  head: ChainHead,
): Promise<{ entries: number; expired: bigint; breaches: Breach[] }> {
  const checkpoint = await findCheckpoint(head.chainId);
  const verdict = await verifyFrom(head, checkpoint);
  const later = await findCheckpoint(head.chainId);
  // The beginning expired while it was verified.
  if (verdict.breaches.length > 0 && later?.through !== checkpoint?.through) return verifyChain(head);
  const expired = checkpoint === null ? 0n : checkpoint.through - BigInt(checkpoint.kept);
  return { ...verdict, expired };
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
  let expired = 0;
  for (const head of heads) {
    const chain = await verifyChain(head);
    entries += chain.entries;
    expired += Number(chain.expired);
    breaches.push(...chain.breaches);
  }
  return { chains: heads.length, entries, expired, breaches };
}
