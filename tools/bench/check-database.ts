import pg from 'pg';
import * as z from 'zod';
import type { BenchProduct } from './data-folder.ts';

const found = z.object({
  /**
   * Deposits that were answered 200 but are not in the read model and don't wait for it, or whose bytes are not in the
   * inbox.
   */
  missing: z.number(),
  /** Callbacks that wait to be folded. */
  waiting: z.number(),
  messages: z.number(),
  /** The number of deliveries by the messages' counters, and by rows. */
  deliveries: z.number(),
  delivered: z.number(),
  /** Messages whose bytes don't match their hash. */
  altered: z.number(),
});

/** Checks that the database holds everything that was answered 200. */
export async function checkDatabase(
  { url, businessId }: BenchProduct,
  accepted: readonly string[],
): Promise<z.output<typeof found>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT (SELECT count(*) FROM unnest($1::uuid[]) AS sent (id)
                WHERE NOT EXISTS (SELECT FROM deposit WHERE business_id = $2 AND deposit_id = sent.id
                                  UNION ALL SELECT FROM callback_message WHERE business_id = $2
                                     AND subject_id = sent.id AND verdict = 'received')
                   OR NOT EXISTS (SELECT FROM callback_message
                                   WHERE business_id = $2 AND subject_id = sent.id))::int AS missing,
              (SELECT count(*) FROM callback_message WHERE verdict = 'received')::int AS waiting,
              (SELECT count(*) FROM callback_message)::int AS messages,
              (SELECT coalesce(sum(deliveries), 0) FROM callback_message)::int AS deliveries,
              (SELECT count(*) FROM callback_delivery)::int AS delivered,
              (SELECT count(*) FROM callback_message WHERE sha256(body) <> sha256)::int AS altered`,
      [accepted, businessId],
    );
    return found.parse(rows[0]);
  } finally {
    await client.end();
  }
}
