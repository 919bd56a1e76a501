import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { brand } from '#lib/values/brand.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { BatchId } from '../schema.ts';
import type { BatchKey } from '../store.ts';

const leaseMs = 60_000;

/** The right of one process to send the rows of a batch. After it expires, another process may take it over. */
export type Lease = BatchKey & {
  readonly token: string;
  readonly sentFor: PersonId;
  readonly unknownInARow: number;
  readonly unsentInARow: number;
  readonly refusedInARow: number;
  /** Rows per second. */
  readonly pace: number;
};

/** The batch is paused or stopped, or another process has taken it over. Nothing was sent. */
export class RunEndedError extends Error {
  override readonly name = 'RunEndedError';
}

const leaseEnd = (now: Instant): Date => new Date(now + leaseMs);

const leasedRow = z.object({
  business_id: z.string().transform((id) => toId<BusinessId>(id)),
  batch_id: z.string().transform((id) => brand<BatchId>(id)),
  token: z.string(),
  sent_for: z.string().transform((id) => toId<PersonId>(id)),
  unknown_in_a_row: z.number(),
  unsent_in_a_row: z.number(),
  refused_in_a_row: z.number(),
  pace: z.number(),
});

/** Leases the running batch that was served least recently, or returns null. */
export async function leaseBatch(now: Instant): Promise<Lease | null> {
  const { rows } = await databasePool().query(
    `UPDATE payment_batch SET leased_until = $2, lease_token = gen_random_uuid(), served_at = $1
      WHERE (business_id, batch_id) = (
        SELECT business_id, batch_id FROM payment_batch
         WHERE state = 'running' AND (leased_until IS NULL OR leased_until < $1)
           AND (not_before IS NULL OR not_before <= $1)
         ORDER BY served_at NULLS FIRST, confirmed_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING business_id::text, batch_id::text, lease_token::text AS token, sent_for::text, unknown_in_a_row,
               unsent_in_a_row, refused_in_a_row, pace`,
    [toDate(now), leaseEnd(now)],
  );
  const row = z.array(leasedRow).parse(rows)[0];
  if (row === undefined) return null;
  return {
    businessId: row.business_id,
    batchId: row.batch_id,
    token: row.token,
    sentFor: row.sent_for,
    unknownInARow: row.unknown_in_a_row,
    unsentInARow: row.unsent_in_a_row,
    refusedInARow: row.refused_in_a_row,
    pace: row.pace,
  };
}

/**
 * Holds the lease of a running batch for a transaction, so that it is neither paused nor taken over before the commit.
 *
 * @throws RunEndedError if it is not running, or another process holds the lease.
 */
export async function requireRunning(transaction: Transaction, lease: Lease): Promise<void> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT state FROM payment_batch
     WHERE business_id = ${lease.businessId}::uuid AND batch_id = ${lease.batchId}::uuid
       AND state = 'running' AND lease_token = ${lease.token}::uuid FOR SHARE`;
  if (z.array(z.unknown()).parse(rows).length === 0) throw new RunEndedError();
}

/** Renews a lease while `work` runs, because an answer may take longer than the lease. */
export async function withLease<T>(lease: Lease, now: () => Instant, work: () => Promise<T>): Promise<T> {
  const renew = () =>
    databasePool()
      .query(
        `UPDATE payment_batch SET leased_until = $4
          WHERE business_id = $1::uuid AND batch_id = $2::uuid AND lease_token = $3::uuid`,
        [lease.businessId, lease.batchId, lease.token, leaseEnd(now())],
      )
      // In an outage the lease may expire. The next row is then not sent.
      .catch(() => undefined);
  const timer = setInterval(() => void renew(), leaseMs / 4);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** The state of a run between two rows. */
type RunProgress = {
  readonly unknownInARow: number;
  readonly unsentInARow: number;
  readonly refusedInARow: number;
  readonly notBefore: Instant | null;
  readonly pace: number;
};

/** Stores the progress of a run. Does nothing for a process that has lost the lease. */
export async function storeProgress(lease: Lease, progress: RunProgress): Promise<void> {
  await databasePool().query(
    `UPDATE payment_batch SET unknown_in_a_row = $4, unsent_in_a_row = $5, refused_in_a_row = $6, not_before = $7,
            pace = $8
      WHERE business_id = $1::uuid AND batch_id = $2::uuid AND lease_token = $3::uuid AND state = 'running'`,
    [
      lease.businessId,
      lease.batchId,
      lease.token,
      progress.unknownInARow,
      progress.unsentInARow,
      progress.refusedInARow,
      progress.notBefore === null ? null : toDate(progress.notBefore),
      progress.pace,
    ],
  );
}

/** Gives the batch to the next process. */
export async function releaseLease(lease: Lease): Promise<void> {
  await databasePool().query(
    `UPDATE payment_batch SET leased_until = NULL, lease_token = NULL
      WHERE business_id = $1::uuid AND batch_id = $2::uuid AND lease_token = $3::uuid`,
    [lease.businessId, lease.batchId, lease.token],
  );
}
