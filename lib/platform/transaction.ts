import 'server-only';
import type { Prisma } from '#prisma/generated/client.ts';
import { database } from './db.ts';

/** An open transaction, handed from a verb to the stores that take part in it. Opaque to everything else. */
export type Transaction = Prisma.TransactionClient;

export type Isolation = 'read-committed' | 'serializable';

const levels = { 'read-committed': 'ReadCommitted', serializable: 'Serializable' } as const;

/**
 * Runs `work` in one transaction: all of it is committed when the promise resolves, none of it otherwise.
 * No call to the outside belongs in it.
 */
export function inTransaction<T>(
  work: (transaction: Transaction) => Promise<T>,
  isolation: Isolation = 'read-committed',
): Promise<T> {
  return database().$transaction(work, {
    isolationLevel: levels[isolation],
    maxWait: 1_000,
    timeout: 10_000,
  });
}
