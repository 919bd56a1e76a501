import 'server-only';
import type { Prisma } from '#prisma/generated/client.ts';
import { callbackDatabase, database } from './pools.ts';

/** An open transaction, handed from a verb to the stores that take part in it. Opaque to everything else. */
export type Transaction = Prisma.TransactionClient;

export type Isolation = 'read-committed' | 'serializable';

/** Longer than this no transaction of a request may last. */
export const defaultTransactionTimeoutMs = 10_000;

/**
 * Runs `work` in one transaction: all of it is committed when the promise resolves, none of it otherwise, as when it lasts
 * longer than `patienceMs`. No call to the outside belongs in it.
 */
export function inTransaction<T>(
  work: (transaction: Transaction) => Promise<T>,
  isolation: Isolation = 'read-committed',
  patienceMs = defaultTransactionTimeoutMs,
  client = database(),
): Promise<T> {
  return client.$transaction(work, {
    // Read committed is what the database does unasked; asking costs a trip to it.
    ...(isolation === 'serializable' && { isolationLevel: 'Serializable' }),
    maxWait: 1_000,
    timeout: patienceMs,
  });
}

/** The same on the connections that only the receiving of callbacks may use. */
export const inCallbackTransaction = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
  inTransaction(work, 'read-committed', defaultTransactionTimeoutMs, callbackDatabase());
