import 'server-only';
import { tAuditVerification } from '#lib/messages/audit.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { findCheckpoint } from '../checkpoint.ts';
import { hashAnchor } from './anchor.ts';
import type { LostEntry } from './queries.ts';
import { countUnanchored, findLostEntries, listAnchorHashes } from './queries.ts';
import type { AnchorFindings } from './read-anchors.ts';
import { readAnchors } from './read-anchors.ts';

/** A leap day. */
const toleranceMs = 86_400_000;

function subtractYears(at: number, years: number): number {
  const date = new Date(at);
  return date.setUTCFullYear(date.getUTCFullYear() - years);
}

function findBreach(
  { anchors, entries }: Pick<AnchorFindings, 'anchors' | 'entries'>,
  { entry, through, hash, anchor: number, years }: Checkpoint,
): string | null {
  const own = entries.filter(({ chainId }) => chainId === entry.chainId);
  const values = { chain: entry.chainId, sequence: String(through), anchor: String(number) };
  const isCovered = own.some(
    (covered) => covered.anchor === number && covered.sequence === through && covered.hash === hash,
  );
  if (!isCovered) return tAuditVerification('database.unanchoredBegin', values);
  const anchoredAt = Date.parse(anchors.find((anchor) => anchor.number === number)?.at ?? '');
  if (!(anchoredAt <= subtractYears(entry.at, years) + toleranceMs))
    return tAuditVerification('database.earlyExpiry', values);
  return own.some(({ sequence }) => sequence >= entry.sequence)
    ? null
    : tAuditVerification('database.unanchoredSeal', { ...values, seal: String(entry.sequence) });
}

/**
 * Describes each chain whose beginning was removed without proof by the anchors. One anchor that is older than the retention
 * time covers the entry where the log begins. A later one covers the entry that seals what stayed.
 */
async function listCheckpointBreaches(
  reading: Pick<AnchorFindings, 'anchors' | 'entries'>,
): Promise<string[]> {
  const chains = new Set(reading.entries.map(({ chainId }) => chainId));
  const checkpoints = await Promise.all([...chains].map(findCheckpoint));
  return checkpoints.flatMap((checkpoint) =>
    checkpoint === null ? [] : (findBreach(reading, checkpoint) ?? []),
  );
}

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
