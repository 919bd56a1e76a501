import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { verifyReadModel } from '#lib/observations/index.ts';
import { fillBusiness, SeedRefusal } from './fill.ts';

const url = process.env['DATABASE_URL'] ?? '';
const client = new pg.Client({ connectionString: url });
await client.connect();
afterAll(() => client.end());

const lines: string[] = [];
const seed = (business: string | null, payments: number, stop = new AbortController().signal) =>
  fillBusiness({ url, business, payments, atOnce: 300, say: (line) => lines.push(line), stop });

const figures = async (business: string) =>
  (
    await client.query(
      `SELECT (SELECT count(*)::int FROM payment WHERE business_id = $1) AS payments,
              (SELECT count(*)::int FROM deposit WHERE business_id = $1) AS deposits,
              (SELECT sum(deposit_count)::int FROM payment WHERE business_id = $1) AS told,
              (SELECT count(DISTINCT status)::int FROM payment WHERE business_id = $1) AS statuses,
              (SELECT count(*)::int FROM payment WHERE business_id = $1 AND coverage = 'over') AS over,
              (SELECT count(*)::int FROM withdrawal WHERE business_id = $1) AS withdrawals,
              (SELECT count(*)::int FROM payment WHERE business_id = $1 AND length(client_payment_id) > 100) AS long,
              (SELECT count(*)::int FROM deposit d WHERE business_id = $1 AND versions > 0 AND NOT EXISTS (
                SELECT FROM callback_message c WHERE c.business_id = $1 AND c.subject_id = d.deposit_id)) AS unheard,
              (SELECT count(*)::int FROM deposit WHERE business_id = $1
                AND greatest(deposit_received_at, refund_first_seen_at, changed_at) > now()) +
              (SELECT count(*)::int FROM withdrawal WHERE business_id = $1 AND first_received_at > now()) AS future,
              (SELECT count(*)::int FROM callback_message WHERE business_id = $1) AS callbacks,
              (SELECT sum(deliveries)::int FROM callback_message WHERE business_id = $1) AS sent,
              (SELECT count(*)::int FROM callback_delivery WHERE business_id = $1) AS deliveries`,
      [business],
    )
  ).rows[0];

test('fills a business up to the requested number of payments without duplicates', async () => {
  const business = await createBusiness();
  expect(await seed(business, 500)).toEqual({ business, added: 500 });
  const first = await figures(business);
  expect(first).toMatchObject({ payments: 500, withdrawals: 10, long: 1 });
  expect(first.told).toBe(first.deposits);
  expect(first.statuses).toBeGreaterThan(3);
  expect(first.over).toBeGreaterThan(0);
  expect(first.callbacks).toBeGreaterThan(first.withdrawals);
  expect(first).toMatchObject({ unheard: 0, sent: first.deliveries });
  expect(await seed(business, 1_200)).toEqual({ business, added: 700 });
  expect(await figures(business)).toMatchObject({ payments: 1_200, withdrawals: 24 });
  expect(await seed(business, 900)).toEqual({ business, added: 0 });
  // No seeded record claims to have been received.
  const { rows } = await client.query(
    `SELECT count(*)::int AS count FROM payment
      WHERE business_id = $1 AND provenance @> '[{"source": "seed"}]' AND NOT provenance @> '[{"source": "read"}]'`,
    [business],
  );
  expect(rows[0].count).toBe(1_200);
  const differences: unknown[] = [];
  const verification = await verifyReadModel((difference) => differences.push(difference));
  expect(differences).toEqual([]);
  expect(verification.seeded).toBe(1_224);
});

test('leaves complete batches when interrupted, and refuses an unknown business', async () => {
  const business = await createBusiness();
  const stop = new AbortController();
  stop.abort();
  expect(await seed(business, 300, stop.signal)).toEqual({ business, added: 0 });
  expect(await figures(business)).toMatchObject({ payments: 0 });
  await expect(seed(randomUUID(), 10)).rejects.toThrow(SeedRefusal);
});

test('creates no data with a receipt time in the future', async () => {
  const business = await createBusiness();
  await seed(business, 4_000);
  expect(await figures(business)).toMatchObject({ payments: 4_000, future: 0 });
});
