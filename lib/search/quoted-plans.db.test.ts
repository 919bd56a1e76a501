import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bindBusiness } from '#lib/database/business-key.ts';
import { acquireClient, releaseClient, rollBack } from '#lib/database/pooled-client.ts';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { depositDefinition } from '#lib/deposits/index.ts';
import { exceptionSource } from '#lib/exceptions/index.ts';
import { paymentDefinition } from '#lib/payments/index.ts';
import { refundDefinition } from '#lib/refunds/index.ts';
import { withdrawalDefinition } from '#lib/withdrawals/index.ts';
import { quotedColumns } from './searchable-identifiers.ts';

/** Enough rows for the planner to prefer the index of the amount to other indexes that begin with the business. */
const rowCount = 2_000;
let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant();
  const ids = Array.from({ length: rowCount }, () => randomUUID());
  const numbered = 'FROM unnest($2::uuid[]) WITH ORDINALITY AS given(id, n)';
  const at = `timestamptz '2026-11-01' + n * interval '1 minute'`;
  // Each currency has half of the rows, so that an index of the currency alone reads many.
  const pickByTurn = (even: string, odd: string) => `CASE WHEN n % 2 = 0 THEN '${even}' ELSE '${odd}' END`;
  const [fiat, coin, settled] = [
    pickByTurn('EUR', 'USD'),
    pickByTurn('ETH', 'USDC'),
    pickByTurn('EUR', 'USDC'),
  ];
  const insert = (text: string) => databasePool().query(`${text} ${numbered}`, [tenant.businessId, ids]);
  await insert(`INSERT INTO payment (business_id, payment_id, display_currency, expected_display_amount,
      actual_display_amount, deposit_currency, expected_deposit_amount, actual_deposit_amount, coverage, url, sort_at,
      first_observed_at, changed_at)
    SELECT $1, id, ${fiat}, n, n, ${coin}, n, n, 'under', 'https://pay.example/' || n, ${at}, ${at}, ${at}`);
  await insert(`INSERT INTO deposit (business_id, deposit_id, payment_id, deposit_currency, deposit_amount,
      display_currency, display_amount, settlement_currency, settlement_payable_amount, uniform_payable_amount,
      refund_first_seen_at, refund_deposit_currency, refund_amount, refund_display_currency, refund_display_amount,
      sort_at, first_observed_at, changed_at)
    SELECT $1, id, id, ${coin}, n, ${fiat}, n, ${settled}, n, n, ${at}, ${coin}, n, ${fiat}, n, ${at}, ${at}, ${at}`);
  await insert(`INSERT INTO withdrawal (business_id, withdrawal_id, display_currency, expected_display_amount,
      actual_display_amount, withdraw_currency, estimated_withdraw_amount, actual_withdraw_amount, settlement_currency,
      deducted_settlement_amount, first_received_at, changed_at)
    SELECT $1, id, ${fiat}, n, n, ${coin}, n, n, ${settled}, n, ${at}, ${at}`);
  await databasePool().query('ANALYZE payment, deposit, withdrawal');
});
afterAll(closeDatabase);

type Indexed = Pick<(typeof quotedColumns)[number]['index'], 'table' | 'conditions'>;

const lists: readonly (readonly [string, () => readonly Indexed[]])[] = [
  ['payments', () => paymentDefinition.search ?? []],
  ['deposits', () => depositDefinition.search ?? []],
  ['refunds', () => refundDefinition.search ?? []],
  ['withdrawals', () => withdrawalDefinition.search ?? []],
  ['exceptions', () => exceptionSource(tenant.as.owner.actor.personId).definition.search ?? []],
  ['⌘K', () => quotedColumns.map(({ index }) => index)],
];

async function explain({ table, conditions }: Indexed, q: string): Promise<readonly string[]> {
  const client = await acquireClient(databasePool());
  try {
    await client.query('BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
    const plans: string[] = [];
    for (const condition of conditions(q)) {
      const statement = new Statement();
      const where = `${bindBusiness(table, statement, tenant.businessId)} AND ${condition(statement, (name) => name)}`;
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT FROM ${table} WHERE ${where} LIMIT 2001`,
        statement.values,
      );
      const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
      // Other values, such as parts of references, are looked up for the same text.
      if (/amount|md5/.test(where)) plans.push(plan);
    }
    return plans;
  } finally {
    releaseClient(client, await rollBack(client));
  }
}

describe.each(lists)('a quoted value in %s', (_, listIndexes) => {
  test.each(['49.95', '49.95 EUR', '0.5 ETH', '49.95 USDC', 'https://pay.example/17'])(
    '%s is looked up by its index',
    async (q) => {
      const plans = (await Promise.all(listIndexes().map((index) => explain(index, q)))).flat();
      for (const plan of plans) {
        expect(plan).toMatch(/Index Cond: .*(?:amount|md5)/);
        expect(plan).not.toMatch(/Filter: .*(?:amount|mismatch|md5)/);
      }
      if (q === '49.95') expect(plans.length).toBeGreaterThanOrEqual(2);
    },
  );
});
