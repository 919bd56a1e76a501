import 'server-only';
import { callbackPool, onceCallbackPool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { CallbackKind } from '#lib/observations/index.ts';
import { liveChannel, toChangePayload } from '#lib/realtime/live-events.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant, toDate } from '#lib/values/instant.ts';

/** Opens connections for callbacks, so that the first ones after a start don't wait for them. Never rejects. */
export async function openCallbackConnections(): Promise<void> {
  // As many as fold and store at the same time.
  const pools = [...Array.from({ length: 3 }, callbackPool), onceCallbackPool(), onceCallbackPool()];
  await Promise.all(pools.map((pool) => pool.query('SELECT 1').catch(() => undefined)));
}

/** Number of callbacks of a kind that were refused without being stored, by hour. `hour` is the start of the hour. */
export type RefusalCount = {
  readonly businessId: BusinessId;
  readonly kind: CallbackKind | 'unknown';
  /** The wrong part of the address; `unavailable`: the sender was asked to send it again. */
  readonly reason: 'secret' | 'kind' | 'source' | 'signature' | 'unavailable';
  readonly hour: number;
  readonly count: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
};

/** Overview lists refusals as something that needs attention, so its readers are notified. */
const overviewChange = (businessId: BusinessId): string =>
  toChangePayload({ businessId, topics: ['overview'] });

/** Distinct refused bodies stored in full per business and day. A broken sender can send thousands. */
const maximumFullBodies = 200;
/** The sender repeats a callback for a day. Later, the same bytes are stored again. */
const repeatedDays = 2;

/**
 * Stores a refused body that came with a right secret, so that a person can look at it. The sender repeats the same
 * bytes for a day; they are stored once.
 */
export async function storeRefusal(refusal: {
  readonly businessId: BusinessId;
  readonly kind: string;
  readonly reason: 'too-large' | 'encoded';
  readonly receivedAt: Instant;
  readonly headers: Readonly<Record<string, string>>;
  readonly excerpt: Uint8Array<ArrayBuffer>;
}): Promise<void> {
  const { businessId, kind, reason, receivedAt, headers, excerpt } = refusal;
  await callbackPool().query(
    `WITH stored AS (INSERT INTO callback_refusal
        (business_id, kind, reason, first_seen_at, last_seen_at, headers, sha256, length, excerpt)
      SELECT $1::uuid, $2, $3, $4::timestamptz, $4::timestamptz, $5::jsonb, body.sha256, length(body.excerpt), CASE
          WHEN EXISTS (SELECT FROM callback_refusal AS earlier WHERE earlier.business_id = $1::uuid
            AND earlier.first_seen_at > $4::timestamptz - interval '${repeatedDays} days'
            AND earlier.sha256 = body.sha256 AND earlier.excerpt <> '') THEN ''
          WHEN (SELECT count(*) FROM (SELECT FROM callback_refusal AS earlier WHERE earlier.business_id = $1::uuid
            AND earlier.first_seen_at > $4::timestamptz - interval '1 day' AND earlier.excerpt <> ''
            LIMIT ${maximumFullBodies}) AS today) >= ${maximumFullBodies} THEN substring(body.excerpt FOR 1024)
          ELSE body.excerpt END
      FROM (SELECT $6::bytea AS excerpt, sha256($6::bytea) AS sha256) AS body)
      SELECT pg_notify($7, $8)`,
    [
      businessId,
      kind,
      reason,
      toDate(receivedAt),
      JSON.stringify(headers),
      Buffer.from(excerpt),
      liveChannel,
      overviewChange(businessId),
    ],
  );
}

/** Returns the stored part of a refused body, which may be in an earlier row, or null if there is no such refusal. */
export async function findRefusal(
  transaction: Transaction,
  businessId: BusinessId,
  id: bigint,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await transaction.callbackRefusal.findFirst({ where: { id, businessId, hour: null } });
  if (row === null || row.excerpt === null) return null;
  if (row.sha256 === null || row.excerpt.byteLength > 0) return row.excerpt;
  const first = await transaction.callbackRefusal.findFirst({
    where: {
      businessId,
      firstSeenAt: { lte: row.firstSeenAt },
      sha256: row.sha256,
      NOT: { excerpt: row.excerpt },
    },
    orderBy: { firstSeenAt: 'desc' },
  });
  return first?.excerpt ?? row.excerpt;
}

/** Adds to the counts of refusals. Unknown businesses, which any address can name, are skipped. */
export async function addRefusalCounts(counts: readonly RefusalCount[]): Promise<void> {
  await callbackPool().query(
    `WITH stored AS (INSERT INTO callback_refusal AS total
        (business_id, hour, kind, reason, count, first_seen_at, last_seen_at)
      SELECT business.id, added.hour, added.kind, added.reason, added.count, added.first_at, added.last_at
      FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[],
          $7::timestamptz[]) AS added (id, hour, kind, reason, count, first_at, last_at)
      JOIN business ON business.id = added.id
      ON CONFLICT (business_id, hour, kind, reason) WHERE hour IS NOT NULL DO UPDATE SET count = total.count + excluded.count,
        first_seen_at = least(total.first_seen_at, excluded.first_seen_at),
        last_seen_at = greatest(total.last_seen_at, excluded.last_seen_at)
      RETURNING total.business_id)
      SELECT pg_notify($8, change.text) FROM unnest($1::uuid[], $9::text[]) AS change (id, text)
      WHERE change.id IN (SELECT business_id FROM stored)`,
    [
      counts.map(({ businessId }) => businessId),
      counts.map(({ hour }) => toDate(instant(hour))),
      counts.map(({ kind }) => kind),
      counts.map(({ reason }) => reason),
      counts.map(({ count }) => count),
      counts.map(({ firstAt }) => toDate(firstAt)),
      counts.map(({ lastAt }) => toDate(lastAt)),
      liveChannel,
      counts.map(({ businessId }) => overviewChange(businessId)),
    ],
  );
}

/** Acknowledges refused withdrawal callbacks up to a time and returns their number. Later ones of an hour stay open. */
export async function acknowledgeRefusedWithdrawals(
  transaction: Transaction,
  businessId: BusinessId,
  upTo: Instant,
): Promise<number> {
  const [acknowledged] = await transaction.$queryRaw<{ count: bigint | null }[]>`
    WITH unseen AS (
      SELECT id, count - acknowledged AS count FROM callback_refusal
       WHERE business_id = ${businessId}::uuid AND kind = 'withdrawal' AND count > acknowledged
         AND last_seen_at <= ${toDate(upTo)} FOR UPDATE),
    seen AS (
      UPDATE callback_refusal AS total SET acknowledged = total.acknowledged + unseen.count FROM unseen
       WHERE total.id = unseen.id)
    SELECT sum(count)::bigint AS count FROM unseen`;
  return Number(acknowledged?.count ?? 0n);
}
