import 'server-only';
import { database } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { HashedEntry } from './canonical.ts';
import { toStoredValue } from './canonical.ts';
import { findCheckpoint } from './checkpoint.ts';

/** An entry as evidence: complete for these objects, else only a link of the chain. */
export type ChainLink = {
  readonly sequence: string;
  readonly previous: string;
  readonly hash: string;
  readonly content?: Omit<HashedEntry, 'chainId' | 'sequence' | 'previous'>;
};

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/**
 * Returns the chain from the first entry of these objects to the last, and the entry at which the log begins after an expiry.
 * Links before it are missing. The caller checks the permission.
 */
export async function readChain(
  businessId: BusinessId,
  objectType: string,
  objectIds: readonly string[],
): Promise<{ readonly begins: string; readonly entries: readonly ChainLink[] }> {
  const begins = String((await findCheckpoint(businessId))?.through ?? 0n);
  const own = { chainId: businessId, objectType, objectId: { in: [...objectIds] } };
  const range = await database().auditEntry.aggregate({
    where: own,
    _min: { sequence: true },
    _max: { sequence: true },
  });
  const { _min: first, _max: last } = range;
  if (first.sequence === null || last.sequence === null) return { begins, entries: [] };
  const inRange = { chainId: businessId, sequence: { gte: first.sequence, lte: last.sequence } };
  const [links, contents] = await Promise.all([
    database().auditEntry.findMany({
      where: inRange,
      select: { sequence: true, previous: true, hash: true },
      orderBy: { sequence: 'asc' },
    }),
    database().auditEntry.findMany({ where: own }),
  ]);
  const byNumber = new Map(contents.map((entry) => [entry.sequence, entry]));
  const entries = links.map(({ sequence, previous, hash }): ChainLink => {
    const link = { sequence: String(sequence), previous: hex(previous), hash: hex(hash) };
    const entry = byNumber.get(sequence);
    if (entry === undefined) return link;
    const { actorKind, actorId, action, objectId: id, requestId } = entry;
    const content = {
      at: entry.at.getTime(),
      actorKind,
      actorId,
      action,
      objectType,
      objectId: id,
      before: toStoredValue(entry.before),
      after: toStoredValue(entry.after),
      requestId,
    };
    return { ...link, content };
  });
  return { begins, entries };
}
