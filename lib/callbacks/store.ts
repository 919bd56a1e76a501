import 'server-only';
import { callbackPool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { CallbackKind } from '#lib/observations/index.ts';
import { changeText, liveChannel } from '#lib/realtime/live-events.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant, toDate } from '#lib/values/instant.ts';

/** How many callbacks of a kind were refused in an hour, which is named by its beginning, and nothing of them kept. */
export type RefusalCount = {
  readonly businessId: BusinessId;
  readonly kind: CallbackKind | 'unknown';
  /** What was wrong beside the business; `unavailable`: they were asked to come again. */
  readonly reason: 'secret' | 'kind' | 'source' | 'signature' | 'unavailable';
  readonly hour: number;
  readonly count: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
};

/** Refusals stand among what needs attention. */
const toldTo = (businessId: BusinessId): string => changeText({ businessId, topics: ['overview'] });

/** Different refused bytes of a business that are kept whole, in a day: a sender that mends nothing sends thousands. */
const mostWhole = 200;

/**
 * Keeps what came with a right secret and was refused all the same, for a person to look at: the same bytes, which come
 * again for a day, are kept once.
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
    `WITH stored AS (INSERT INTO callback_refusal (business_id, kind, reason, received_at, headers, sha256, length, excerpt)
      SELECT $1::uuid, $2, $3, $4::timestamptz, $5::jsonb, given.sha256, length(given.excerpt), CASE
          WHEN EXISTS (SELECT FROM callback_refusal AS kept WHERE kept.business_id = $1::uuid
            AND kept.sha256 = given.sha256 AND kept.excerpt <> '') THEN ''
          WHEN (SELECT count(*) FROM (SELECT FROM callback_refusal AS kept WHERE kept.business_id = $1::uuid
            AND kept.received_at > $4::timestamptz - interval '1 day' AND kept.excerpt <> ''
            LIMIT ${mostWhole}) AS today) >= ${mostWhole} THEN substring(given.excerpt FOR 1024)
          ELSE given.excerpt END
      FROM (SELECT $6::bytea AS excerpt, sha256($6::bytea) AS sha256) AS given)
      SELECT pg_notify($7, $8)`,
    [
      businessId,
      kind,
      reason,
      toDate(receivedAt),
      JSON.stringify(headers),
      Buffer.from(excerpt),
      liveChannel,
      toldTo(businessId),
    ],
  );
}

/** What is kept of a refused body, which an earlier row may have. Null: the business has refused no such one. */
export async function findRefusal(
  transaction: Transaction,
  businessId: BusinessId,
  id: bigint,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await transaction.callbackRefusal.findFirst({ where: { id, businessId } });
  if (row === null || row.sha256 === null || row.excerpt.byteLength > 0) return row?.excerpt ?? null;
  const first = await transaction.callbackRefusal.findFirst({
    where: { businessId, sha256: row.sha256, NOT: { excerpt: row.excerpt } },
    orderBy: { id: 'asc' },
  });
  return first?.excerpt ?? row.excerpt;
}

/** Adds to the counts of those businesses that are set up here; whatever else an address named is left out. */
export async function addRefusals(counts: readonly RefusalCount[]): Promise<void> {
  await callbackPool().query(
    `WITH stored AS (INSERT INTO callback_refusal_count AS kept
        (business_id, hour, kind, reason, count, first_seen_at, last_seen_at)
      SELECT business.id, given.hour, given.kind, given.reason, given.count, given.first_at, given.last_at
      FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[],
          $7::timestamptz[]) AS given (id, hour, kind, reason, count, first_at, last_at)
      JOIN business ON business.id = given.id
      ON CONFLICT (business_id, hour, kind, reason) DO UPDATE SET count = kept.count + excluded.count,
        first_seen_at = least(kept.first_seen_at, excluded.first_seen_at),
        last_seen_at = greatest(kept.last_seen_at, excluded.last_seen_at)
      RETURNING kept.business_id)
      SELECT pg_notify($8, told.text) FROM unnest($1::uuid[], $9::text[]) AS told (id, text)
      WHERE told.id IN (SELECT business_id FROM stored)`,
    [
      counts.map(({ businessId }) => businessId),
      counts.map(({ hour }) => toDate(instant(hour))),
      counts.map(({ kind }) => kind),
      counts.map(({ reason }) => reason),
      counts.map(({ count }) => count),
      counts.map(({ firstAt }) => toDate(firstAt)),
      counts.map(({ lastAt }) => toDate(lastAt)),
      liveChannel,
      counts.map(({ businessId }) => toldTo(businessId)),
    ],
  );
}

/** Marks refused withdrawal callbacks as seen, and answers how many those are. Later ones of an hour stay unseen. */
export async function acknowledgeWithdrawals(
  transaction: Transaction,
  businessId: BusinessId,
  upTo: Instant,
  now: Instant,
): Promise<number> {
  const kept = await transaction.callbackRefusal.updateMany({
    where: { businessId, kind: 'withdrawal', acknowledgedAt: null, receivedAt: { lte: toDate(upTo) } },
    data: { acknowledgedAt: toDate(now) },
  });
  const [counted] = await transaction.$queryRaw<{ count: bigint | null }[]>`
    WITH unseen AS (
      SELECT hour, reason, count - acknowledged AS count FROM callback_refusal_count
       WHERE business_id = ${businessId}::uuid AND kind = 'withdrawal' AND count > acknowledged
         AND last_seen_at <= ${toDate(upTo)} FOR UPDATE),
    seen AS (
      UPDATE callback_refusal_count AS kept SET acknowledged = kept.acknowledged + unseen.count FROM unseen
       WHERE kept.business_id = ${businessId}::uuid AND kept.kind = 'withdrawal'
         AND kept.hour = unseen.hour AND kept.reason = unseen.reason)
    SELECT sum(count)::bigint AS count FROM unseen`;
  return kept.count + Number(counted?.count ?? 0n);
}
