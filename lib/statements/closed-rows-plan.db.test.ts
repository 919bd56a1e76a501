import { afterAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { findRange, readAgreed } from './queries/figures.ts';
import { createRowsSql } from './queries/rows-sql.ts';
import { createStatementFixture, listAmounts, toPeriod } from './testing/statement-fixture.ts';

afterAll(closeDatabase);

const desk = createStatementFixture();
const run = async (sql: string, values: unknown[]) =>
  (await databasePool().query<Record<string, unknown>>(sql, values)).rows;

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
  const agreed = await readAgreed(run, businessId, 'EUR');
  const terms = { timeZone: 'Europe/Berlin', countsCallbacks: false };
  const days = toPeriod('2026-10-15..2026-10-15');
  const range = await findRange(run, { businessId, currency: 'EUR', days, ...terms, agreed });
  const { sql, values } = createRowsSql(range);
  const plan = (await run(`EXPLAIN (COSTS OFF) ${sql}`, values)).map((line) => line['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/close_row_close_idx.*\n *Index Cond: .*line = ANY.*at >= .*at < /);
});
