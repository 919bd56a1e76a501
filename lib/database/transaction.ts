import 'server-only';
import type { Prisma } from '#prisma/generated/client.ts';
import { callbackDatabase, database } from './pools.ts';

/** An open transaction, passed from a verb to the stores that take part in it. Opaque to everything else. */
export type Transaction = Prisma.TransactionClient;

export type Isolation = 'read-committed' | 'serializable';

/** Longest transaction of a request. */
export const defaultTransactionTimeoutMs = 10_000;

/**
 * Runs `work` in one transaction, which commits when the promise resolves and rolls back otherwise, also after
 * `timeoutMs`. It must not call external services.
 */
export function inTransaction<T>(
  work: (transaction: Transaction) => Promise<T>,
  isolation: Isolation = 'read-committed',
  timeoutMs = defaultTransactionTimeoutMs,
  client = database(),
): Promise<T> {
  return client.$transaction(work, {
    // Read committed is the database's default; setting it costs a round trip.
    ...(isolation === 'serializable' && { isolationLevel: 'Serializable' }),
    maxWait: 1_000,
    timeout: timeoutMs,
  });
}

/** Same on the connections reserved for receiving callbacks. */
export const inCallbackTransaction = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
  inTransaction(work, 'read-committed', defaultTransactionTimeoutMs, callbackDatabase());
