import 'server-only';
import { anchorHash } from './anchor.ts';
import type { LostEntry } from './queries.ts';
import { countUnanchored, findLostEntries, listAnchorHashes } from './queries.ts';
import type { AnchorReading } from './read-anchors.ts';
import { readAnchors } from './read-anchors.ts';

/** What the anchor file and the database say together. */
type AnchorVerdict = Pick<AnchorReading, 'breaches' | 'notes'> & {
  readonly anchors: number;
  /** How many entries no anchor covers yet. */
  readonly unanchored: bigint;
};

/** Chains with lost entries, each in one sentence. */
function describeLost(lost: readonly LostEntry[]): string[] {
  const chains = Map.groupBy(lost, ({ chainId, what }) => `${what} ${chainId}`);
  return [...chains.values()].flatMap((entries) => {
    const [first] = entries;
    if (first === undefined) return [];
    const { chainId, what, sequence, anchor } = first;
    return what === 'missing'
      ? `Chain ${chainId} was cut: entry ${sequence}, which anchor ${anchor} vouches for, is missing.`
      : `Chain ${chainId} was rewritten: entry ${sequence} is not the one that anchor ${anchor} vouches for.`;
  });
}

/** "5", or "5 to 9". */
function range(numbers: readonly number[]): string {
  const [first, last] = [numbers[0], numbers.at(-1)];
  return first === last ? `Anchor ${first} is` : `Anchors ${first} to ${last} are`;
}

async function compareAnchors({ anchors }: AnchorReading): Promise<string[]> {
  const stored = await listAnchorHashes();
  const inFile = new Map(anchors.map((anchor) => [anchor.number, anchorHash(anchor)]));
  const onlyStored = [...stored.keys()].filter((number) => !inFile.has(number));
  const onlyInFile = [...inFile.keys()].filter((number) => !stored.has(number));
  const different = [...inFile].filter(([number, hash]) => stored.has(number) && stored.get(number) !== hash);
  const breaches = different.map(([number]) => `Anchor ${number} is another one in the database.`);
  if (onlyStored.length > 0)
    breaches.push(
      `${range(onlyStored)} missing from the file and known to the database: lines were removed, or this is an older copy.`,
    );
  if (onlyInFile.length > 0)
    breaches.push(
      `${range(onlyInFile)} missing from the database: an older state was restored without being recorded, or rows were removed.`,
    );
  return breaches;
}

/**
 * Compares an anchor file with the chains in the database. `pinned` are public keys known from outside the database.
 */
export async function verifyAnchors(text: string, pinned: readonly string[]): Promise<AnchorVerdict> {
  const reading = readAnchors(text, pinned);
  const [lost, differences, unanchored] = await Promise.all([
    findLostEntries(reading.entries),
    compareAnchors(reading),
    countUnanchored(),
  ]);
  return {
    breaches: [...reading.breaches, ...differences, ...describeLost(lost)],
    notes: reading.notes,
    anchors: reading.anchors.length,
    unanchored,
  };
}
