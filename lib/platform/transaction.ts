import 'server-only';
import type { Prisma } from '#prisma/generated/client.ts';
import { database } from './db.ts';

/** An open transaction, handed from a verb to the stores that take part in it. Opaque to everything else. */
export type Transaction = Prisma.TransactionClient;

export type Isolation = 'read-committed' | 'serializable';

/**
 * Runs `work` in one transaction: all of it is committed when the promise resolves, none of it otherwise.
 * No call to the outside belongs in it.
 */
export function inTransaction<T>(
  work: (transaction: Transaction) => Promise<T>,
  isolation: Isolation = 'read-committed',
): Promise<T> {
  return database().$transaction(work, {
    // Read committed is what the database does unasked; asking costs a trip to it.
    ...(isolation === 'serializable' && { isolationLevel: 'Serializable' }),
    maxWait: 1_000,
    timeout: 10_000,
  });
}
