import 'server-only';
import { database, databasePool } from '#lib/platform/db.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant, toDate } from '#lib/values/instant.ts';

/** How many callbacks came to a wrong address in an hour, which is named by its beginning. */
export type Count = {
  readonly businessId: BusinessId;
  /** What was wrong beside the business. */
  readonly reason: 'secret' | 'kind' | 'source' | 'signature';
  readonly hour: number;
  readonly count: number;
};

/** Keeps what came with a right secret and was refused all the same, for a person to look at. */
export async function storeRefusal(refusal: {
  readonly businessId: BusinessId;
  readonly kind: string;
  readonly reason: 'too-large' | 'encoded';
  readonly receivedAt: Instant;
  readonly headers: Readonly<Record<string, string>>;
  readonly excerpt: Uint8Array<ArrayBuffer>;
}): Promise<void> {
  const { receivedAt, ...rest } = refusal;
  await database().callbackRefusal.create({ data: { ...rest, receivedAt: toDate(receivedAt) } });
}

/** Adds to the counts of those businesses that are set up here; whatever else an address named is left out. */
export async function addMisaddressed(counts: readonly Count[]): Promise<void> {
  await databasePool().query(
    `INSERT INTO callback_refusal_count AS kept (business_id, hour, reason, count)
      SELECT business.id, given.hour, given.reason, given.count
      FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::bigint[]) AS given (id, hour, reason, count)
      JOIN business ON business.id = given.id
      ON CONFLICT (business_id, hour, reason) DO UPDATE SET count = kept.count + excluded.count`,
    [
      counts.map(({ businessId }) => businessId),
      counts.map(({ hour }) => toDate(instant(hour))),
      counts.map(({ reason }) => reason),
      counts.map(({ count }) => count),
    ],
  );
}
