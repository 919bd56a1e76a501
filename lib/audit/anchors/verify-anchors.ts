import 'server-only';
import { tAuditVerification } from '#lib/messages/audit-verification.ts';
import { hashAnchor } from './anchor.ts';
import { listCheckpointBreaches } from './checkpoint-breaches.ts';
import type { LostEntry } from './queries.ts';
import { countUnanchored, findLostEntries, listAnchorHashes } from './queries.ts';
import type { AnchorFindings } from './read-anchors.ts';
import { readAnchors } from './read-anchors.ts';

/** The findings of comparing the anchor file with the database. */
type AnchorVerdict = Pick<AnchorFindings, 'breaches' | 'notes'> & {
  readonly anchors: number;
  /** The number of entries that no anchor covers yet. */
  readonly unanchored: bigint;
};

/** Describes each chain with lost entries in one sentence. */
function describeLost(lost: readonly LostEntry[]): string[] {
  const chains = Map.groupBy(lost, ({ chainId, loss }) => `${loss} ${chainId}`);
  return [...chains.values()].flatMap((entries) => {
    const [first] = entries;
    if (first === undefined) return [];
    const { chainId, loss, sequence, anchor } = first;
    const values = { chain: chainId, sequence: String(sequence), anchor: String(anchor) };
    return tAuditVerification(loss === 'missing' ? 'database.cut' : 'database.rewritten', values);
  });
}

const toRange = (numbers: readonly number[]) => ({
  count: numbers.length,
  first: String(numbers[0]),
  last: String(numbers.at(-1)),
});

async function compareAnchors({ anchors }: AnchorFindings): Promise<string[]> {
  const stored = await listAnchorHashes();
  const inFile = new Map(anchors.map((anchor) => [anchor.number, hashAnchor(anchor)]));
  const onlyStored = [...stored.keys()].filter((number) => !inFile.has(number));
  const onlyInFile = [...inFile.keys()].filter((number) => !stored.has(number));
  const different = [...inFile].filter(([number, hash]) => stored.has(number) && stored.get(number) !== hash);
  const breaches = different.map(([number]) =>
    tAuditVerification('database.different', { number: String(number) }),
  );
  if (onlyStored.length > 0) breaches.push(tAuditVerification('database.onlyStored', toRange(onlyStored)));
  if (onlyInFile.length > 0) breaches.push(tAuditVerification('database.onlyInFile', toRange(onlyInFile)));
  return breaches;
}

/** Compares an anchor file with the chains in the database. `pinned` are public keys from outside the database. */
export async function verifyAnchors(text: string, pinned: readonly string[]): Promise<AnchorVerdict> {
  const reading = readAnchors(text, pinned);
  const [lost, differences, unproven, unanchored] = await Promise.all([
    findLostEntries(reading.entries),
    compareAnchors(reading),
    listCheckpointBreaches(reading),
    countUnanchored(),
  ]);
  return {
    breaches: [...reading.breaches, ...differences, ...unproven, ...describeLost(lost)],
    notes: reading.notes,
    anchors: reading.anchors.length,
    unanchored,
  };
}
