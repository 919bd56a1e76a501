import 'server-only';
import * as z from 'zod';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { MessageSelection, ReprocessDifference, ReprocessPosition } from '#lib/observations/index.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { storedSelection } from './reprocess-store.ts';

const leaseMs = 60_000;
/** Further differences are counted but not stored. */
const maximumDifferences = 200;

/** The right of one process to run a reprocessing. After it expires, another process may take it over. */
export type Lease = { readonly id: string; readonly token: string };

/** A reprocessing that this process runs. */
export type LeasedReprocessing = Lease & {
  readonly businessId: BusinessId;
  readonly requestedBy: PersonId;
  readonly applies: boolean;
  readonly selection: MessageSelection;
  readonly place: ReprocessPosition | null;
};

/** Another process has taken over the run. It repeats what this one had not stored. */
export class LeaseLostError extends Error {
  constructor() {
    super('another process has taken over this reprocessing');
  }
}

const leasedRow = z.object({
  id: z.string(),
  token: z.string(),
  business_id: z.string(),
  requested_by: z.string(),
  dry_run_id: z.string().nullable(),
  selection: storedSelection,
  place_at: z.string().nullable(),
  place_id: z.string().nullable(),
});

/** Leases the oldest waiting run that no process holds, or returns null. */
export async function leaseReprocessing(now: Instant): Promise<LeasedReprocessing | null> {
  const { rows } = await databasePool().query(
    `UPDATE callback_reprocessing SET leased_until = $2, lease_token = gen_random_uuid() WHERE id = (
       SELECT id FROM callback_reprocessing
        WHERE state = 'waiting' AND (leased_until IS NULL OR leased_until < $1)
        ORDER BY requested_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id::text, lease_token::text AS token, business_id::text, requested_by::text, dry_run_id::text, selection,
       (extract(epoch from place_at) * 1000000)::bigint::text AS place_at, place_id::text`,
    [toDate(now), leaseEnd(now)],
  );
  const row = z.array(leasedRow).parse(rows)[0];
  if (row === undefined) return null;
  const { place_at: at, place_id: placeId } = row;
  return {
    id: row.id,
    token: row.token,
    businessId: toId<BusinessId>(row.business_id),
    requestedBy: toId<PersonId>(row.requested_by),
    applies: row.dry_run_id !== null,
    selection: row.selection,
    place: at === null || placeId === null ? null : { at, id: placeId },
  };
}

const leaseEnd = (now: Instant): Date => new Date(now + leaseMs);

/**
 * Locks the lease for the transaction of a change, so that no other process takes it over before the commit.
 *
 * @throws LeaseLostError if another process holds the lease.
 */
export async function requireLease(transaction: Transaction, { id, token }: Lease): Promise<void> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT id::text FROM callback_reprocessing WHERE id = ${id}::uuid AND lease_token = ${token}::uuid FOR SHARE`;
  if (z.array(z.object({ id: z.string() })).parse(rows).length === 0) throw new LeaseLostError();
}

/** Renews a lease while `work` runs, so that a slow batch doesn't lose it. */
export async function withLease<T>(
  { id, token }: Lease,
  now: () => Instant,
  work: () => Promise<T>,
  everyMs = leaseMs / 4,
): Promise<T> {
  const renew = () =>
    databasePool()
      .query(
        'UPDATE callback_reprocessing SET leased_until = $3 WHERE id = $1::uuid AND lease_token = $2::uuid',
        [id, token, leaseEnd(now())],
      )
      // In an outage the lease may expire. The next change then throws LeaseLostError.
      .catch(() => undefined);
  const timer = setInterval(() => void renew(), everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Stores the progress of a run. Returns true if this process should continue it. */
export async function storeProgress(
  { id, token }: Lease,
  done: {
    readonly seen: number;
    readonly differences: readonly ReprocessDifference[];
    readonly place: ReprocessPosition | null;
    readonly now: Instant;
  },
): Promise<boolean> {
  const { rows } = await databasePool().query<{ state: string }>(
    `UPDATE callback_reprocessing SET
        seen = seen + $2, differing = differing + $3,
        differences = CASE WHEN jsonb_array_length(differences) < ${maximumDifferences}
          THEN differences || $4::jsonb ELSE differences END,
        place_at = CASE WHEN $5::bigint IS NULL THEN place_at
          ELSE timestamptz 'epoch' + $5::bigint * interval '1 microsecond' END,
        place_id = coalesce($6::uuid, place_id),
        leased_until = $7,
        state = CASE WHEN state = 'waiting' AND $5::bigint IS NULL THEN 'done' ELSE state END,
        finished_at = CASE WHEN $5::bigint IS NULL THEN $8::timestamptz ELSE finished_at END
      WHERE id = $1::uuid AND lease_token = $9::uuid RETURNING state`,
    [
      id,
      done.seen,
      done.differences.length,
      JSON.stringify(done.differences.slice(0, maximumDifferences)),
      done.place?.at ?? null,
      done.place?.id ?? null,
      leaseEnd(done.now),
      toDate(done.now),
      token,
    ],
  );
  return rows[0]?.state === 'waiting';
}

/** Ends a run as failed. */
export async function failReprocessing({ id, token }: Lease, problem: string, now: Instant): Promise<void> {
  await database().callbackReprocessing.updateMany({
    where: { id, leaseToken: token, state: 'waiting' },
    data: { state: 'failed', problem, finishedAt: toDate(now) },
  });
}
