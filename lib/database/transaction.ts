import 'server-only';
import type { Prisma } from '#prisma/generated/client.ts';
import { callbackDatabase, connectionWaitMs, database } from './pools.ts';

/** An open transaction, passed from a verb to the stores that take part in it. Opaque to everything else. */
export type Transaction = Prisma.TransactionClient;

/** Runs in the transaction of a verb, with the ID of what it made, so that both commit together. */
export type OnMade = (transaction: Transaction, madeId: string) => Promise<void>;

export type Isolation = 'read-committed' | 'serializable';

/** Longest transaction of a request. */
export const defaultTransactionTimeoutMs = 10_000;

/** Longest wait of a callback for one of its connections. The service sends a refused one again. */
const callbackWaitMs = 1_000;

type Client = ReturnType<typeof database>;
type Settings = {
  readonly isolation: Isolation;
  readonly timeoutMs: number;
  readonly waitMs: number;
};

const begin = <T>(
  client: Client,
  work: (transaction: Transaction) => Promise<T>,
  { isolation, timeoutMs, waitMs }: Settings,
): Promise<T> =>
  client.$transaction(work, {
    // Read committed is the database's default; setting it costs a round trip.
    ...(isolation === 'serializable' && { isolationLevel: 'Serializable' }),
    maxWait: waitMs,
    timeout: timeoutMs,
  });

/**
 * Runs `work` in one transaction, which commits when the promise resolves and rolls back otherwise, also after
 * `timeoutMs`. It must not call external services.
 */
export const inTransaction = <T>(
  work: (transaction: Transaction) => Promise<T>,
  isolation: Isolation = 'read-committed',
  timeoutMs = defaultTransactionTimeoutMs,
): Promise<T> => begin(database(), work, { isolation, timeoutMs, waitMs: connectionWaitMs });

/** Same on the connections reserved for receiving callbacks. */
export const inCallbackTransaction = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
  begin(callbackDatabase(), work, {
    isolation: 'read-committed',
    timeoutMs: defaultTransactionTimeoutMs,
    waitMs: callbackWaitMs,
  });
