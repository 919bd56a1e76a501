import pg from 'pg';
import * as z from 'zod';

export type Client = pg.Client;

export async function connectTo(url: string): Promise<Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

const known = z.object({
  payments: z.number(),
  micros: z.string(),
  id: z.string(),
  hashes: z.array(z.object({ hash: z.string(), payment: z.string() })),
  cases: z.array(z.string()),
});
export type BenchSamples = z.output<typeof known>;

/** Returns a cursor in the middle of the list, transactions to search for, and cases to open. */
export async function readBenchSamples(
  client: Client,
  businessId: string,
  count: number,
): Promise<BenchSamples> {
  const { rows } = await client.query(
    `WITH middle AS (SELECT sort_at, payment_id FROM payment WHERE business_id = $1
                      AND sort_at < now() - interval '365 days' ORDER BY sort_at DESC, payment_id DESC LIMIT 1),
          sent AS (SELECT transaction_id AS hash, payment_id AS payment FROM deposit WHERE business_id = $1
                      AND sort_at < now() - interval '200 days' AND transaction_id IS NOT NULL
                      ORDER BY sort_at DESC LIMIT $2)
     SELECT (SELECT count(*)::int FROM payment WHERE business_id = $1) AS payments,
            (extract(epoch FROM sort_at) * 1000000)::bigint::text AS micros, payment_id::text AS id,
            (SELECT json_agg(sent) FROM sent) AS hashes,
            (SELECT coalesce(json_agg(waiting.case_id), '[]') FROM (
               SELECT case_id FROM review_case WHERE business_id = $1 AND state = 'open'
                ORDER BY due_at, case_id LIMIT $2) AS waiting) AS cases FROM middle`,
    [businessId, count],
  );
  return known.parse(rows[0]);
}

/** Returns the seconds in which the database writes the newest payments as CSV to this process. */
export async function measureCopy(client: Client, businessId: string, rows: number): Promise<number> {
  const begun = performance.now();
  await client.query(`COPY (SELECT * FROM payment WHERE business_id = '${businessId}'
    ORDER BY sort_at DESC, payment_id DESC LIMIT ${rows}) TO STDOUT (FORMAT csv)`);
  return (performance.now() - begun) / 1_000;
}
