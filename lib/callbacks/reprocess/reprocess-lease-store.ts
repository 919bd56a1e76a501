import 'server-only';
import * as z from 'zod';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { ReprocessDifference, ReprocessPlace, Selection } from '#lib/observations/index.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { storedSelection } from './reprocess-store.ts';

const leaseMs = 60_000;
/** Differences beyond these are counted, not kept. */
const mostDifferences = 200;

/** Who drives a reprocessing. A lease that ran out may be another's: then nothing more is written under this one. */
export type Lease = { readonly id: string; readonly token: string };

/** A reprocessing that is to go on. */
export type Running = Lease & {
  readonly businessId: BusinessId;
  readonly requestedBy: PersonId;
  readonly applies: boolean;
  readonly selection: Selection;
  readonly place: ReprocessPlace | null;
};

/** Another process drives it now, and does again what this one had not written down. */
export class LeaseLost extends Error {
  constructor() {
    super('another process goes on with this reprocessing');
  }
}

const running = z.object({
  id: z.string(),
  token: z.string(),
  business_id: z.string(),
  requested_by: z.string(),
  dry_run_id: z.string().nullable(),
  selection: storedSelection,
  place_at: z.string().nullable(),
  place_id: z.string().nullable(),
});

/** Takes one that waits and that nobody drives; it is this process's until its lease ends. */
export async function leaseReprocessing(now: Instant): Promise<Running | null> {
  const { rows } = await databasePool().query(
    `UPDATE callback_reprocessing SET leased_until = $2, lease_token = gen_random_uuid() WHERE id = (
       SELECT id FROM callback_reprocessing
        WHERE state = 'waiting' AND (leased_until IS NULL OR leased_until < $1)
        ORDER BY requested_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id::text, lease_token::text AS token, business_id::text, requested_by::text, dry_run_id::text, selection,
       (extract(epoch from place_at) * 1000000)::bigint::text AS place_at, place_id::text`,
    [toDate(now), leaseEnd(now)],
  );
  const row = z.array(running).parse(rows)[0];
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
 * Keeps a change from being written under a lease that is another's by now, and the lease from being taken before the
 * change is committed. Throws LeaseLost.
 */
export async function demandLease(transaction: Transaction, { id, token }: Lease): Promise<void> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT id::text FROM callback_reprocessing WHERE id = ${id}::uuid AND lease_token = ${token}::uuid FOR SHARE`;
  if (z.array(z.object({ id: z.string() })).parse(rows).length === 0) throw new LeaseLost();
}

/** Renews a lease while `work` runs, however long one batch of it takes. */
export async function underLease<T>(
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
      // The database is away: the lease may run out, and then the next change finds that it is lost.
      .catch(() => undefined);
  const timer = setInterval(() => void renew(), everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Writes down how far it is. Answers whether it is still wanted, of this one. */
export async function keepProgress(
  { id, token }: Lease,
  done: {
    readonly seen: number;
    readonly differences: readonly ReprocessDifference[];
    readonly place: ReprocessPlace | null;
    readonly now: Instant;
  },
): Promise<boolean> {
  const { rows } = await databasePool().query<{ state: string }>(
    `UPDATE callback_reprocessing SET
        seen = seen + $2, differing = differing + $3,
        differences = CASE WHEN jsonb_array_length(differences) < ${mostDifferences}
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
      JSON.stringify(done.differences.slice(0, mostDifferences)),
      done.place?.at ?? null,
      done.place?.id ?? null,
      leaseEnd(done.now),
      toDate(done.now),
      token,
    ],
  );
  return rows[0]?.state === 'waiting';
}

export async function failReprocessing({ id, token }: Lease, problem: string, now: Instant): Promise<void> {
  await database().callbackReprocessing.updateMany({
    where: { id, leaseToken: token, state: 'waiting' },
    data: { state: 'failed', problem, finishedAt: toDate(now) },
  });
}
