import { expect, test } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { findRange, readAgreed } from './queries/figures.ts';
import { createRowsSql } from './queries/rows-sql.ts';
import { createStatementFixture, listAmounts, toPeriod } from './testing/statement-fixture.ts';

const desk = createStatementFixture();
const run = async (sql: string, values: unknown[]) =>
  (await databasePool().query<Record<string, unknown>>(sql, values)).rows;

async function explainRows(businessId: BusinessId, days: string): Promise<string> {
  const agreed = await readAgreed(run, businessId, 'EUR');
  const terms = { timeZone: 'Europe/Berlin', countsCallbacks: false };
  const range = await findRange(run, { businessId, currency: 'EUR', days: toPeriod(days), ...terms, agreed });
  const { sql, values } = createRowsSql(range);
  return (await run(`EXPLAIN (COSTS OFF) ${sql}`, values)).map((line) => line['QUERY PLAN']).join('\n');
}

test('reads only its own stored rows for a day of a closed month', async () => {
  const { businessId } = desk.tenant;
  const first = await desk.deposit('2026-10-01T10:00:00Z', { settlementPayableAmount: '1' });
  await run(
    `INSERT INTO deposit (business_id, deposit_id, payment_id, status, settlement_currency, settlement_payable_amount,
                          deposit_received_at, sort_at, first_observed_at, changed_at)
     SELECT business_id, gen_random_uuid(), payment_id, status, settlement_currency, 1, sort_at + after, sort_at + after,
            sort_at + after, sort_at + after
       FROM deposit, generate_series(1, 30 * 200 - 1) AS n, LATERAL (SELECT n * interval '432 seconds' AS after) AS times
      WHERE deposit_id = $1`,
    [first],
  );
  await desk.close('2026-10');
  expect(listAmounts(await desk.read('2026-10-15..2026-10-15'))).toEqual({ credited: '200' });
  await run('ANALYZE close_row', []);
  expect(await explainRows(businessId, '2026-10-15..2026-10-15')).toMatch(
    /close_row_close_idx.*\n *Index Cond: .*line = ANY.*at >= .*at < /,
  );
});

test('reads the stored rows of a changed record alone, also where statistics know only other businesses', async () => {
  const { businessId } = desk.tenant;
  const { rows } = await databasePool().query('SELECT FROM close_row WHERE business_id <> $1 LIMIT 1', [
    businessId,
  ]);
  expect(rows, 'rows of another business').toHaveLength(1);
  await desk.deposit('2026-10-01T10:00:00Z', { settlementPayableAmount: '1' });
  await desk.close('2026-10');
  const plan = await explainRows(businessId, '2026-11-01..2026-11-30');
  // The first booking of a record that is gone, and the bookings of a changed one, which are read once.
  expect(plan.match(/using close_row_pkey on close_row/g)).toHaveLength(2);
});
