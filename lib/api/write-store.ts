import 'server-only';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';

/** A request that writes, as its key identifies it. Tokens that replace each other share a family. */
export type WriteKey = {
  readonly familyId: string;
  readonly key: string;
  readonly businessId: BusinessId;
  readonly route: string;
  /** SHA-256 of the checked request. */
  readonly bodyHash: Uint8Array<ArrayBuffer>;
};

/** The write was made by another request with the same key, which committed first. */
class RepeatedWriteError extends Error {
  override readonly name = 'RepeatedWriteError';
}

/** Longer than a program repeats a request. */
const keptMs = 30 * 86_400_000;

/**
 * Stores a key with what its write made, in the transaction of the write. Waits for another request with the same key.
 *
 * @throws RepeatedWriteError if that one has committed
 */
export async function storeWrite(
  transaction: Transaction,
  write: WriteKey & { readonly madeId: string; readonly at: Instant },
): Promise<void> {
  const { at, ...fields } = write;
  const { count } = await transaction.apiWrite.createMany({
    data: [{ ...fields, madeAt: toDate(at) }],
    skipDuplicates: true,
  });
  if (count === 0) throw new RepeatedWriteError('the key was used meanwhile');
}

/** Returns what a key made: `other` if it was another request, null if it made nothing yet. */
export async function findWrite({
  familyId,
  key,
  businessId,
  route,
  bodyHash,
}: WriteKey): Promise<{ readonly madeId: string } | 'other' | null> {
  const row = await database().apiWrite.findUnique({ where: { familyId_key: { familyId, key } } });
  if (row === null) return null;
  const isSame =
    row.businessId === businessId && row.route === route && Buffer.from(row.bodyHash).equals(bodyHash);
  return isSame ? { madeId: row.madeId } : 'other';
}

/** Deletes keys that no program repeats any more. Returns their number. */
export async function deleteOldWrites(now: Instant): Promise<number> {
  const { count } = await database().apiWrite.deleteMany({
    where: { madeAt: { lt: toDate(addMilliseconds(now, -keptMs)) } },
  });
  return count;
}
