import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { depositDefinition } from '#lib/deposits/index.ts';
import { exceptionSource } from '#lib/exceptions/index.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import type { ListDefinition } from '#lib/lists/read-page.ts';
import { countRows, readAll, readPage } from '#lib/lists/read-page.ts';
import { calculateTotals } from '#lib/lists/totals/read-totals.ts';
import { paymentDefinition } from '#lib/payments/index.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import { refundDefinition } from '#lib/refunds/index.ts';
import { withdrawalDefinition } from '#lib/withdrawals/index.ts';

/** Compares searches that read dense rows day by day with plain SQL. */
let tenant: Tenant;
let lists: Readonly<Record<string, Searched>>;
const rowCount = 120;
const pageSize = 7;

/** Two long gaps, days with many rows and days with one, a midnight of UTC, and equal times. */
const at = `(timestamptz '2026-01-01' + (CASE
    WHEN n < 30 THEN n * interval '3 hours'
    WHEN n < 50 THEN interval '100 days'
    WHEN n < 80 THEN interval '101 days' + n * interval '19 hours'
    ELSE interval '900 days' + (n / 3) * interval '8 hours' END))`;
const reference = `CASE
    WHEN n BETWEEN 3 AND 27 THEN 'INV/2024/' || n
    WHEN n BETWEEN 30 AND 49 AND n % 2 = 0 THEN 'INV/2025/' || n
    WHEN n BETWEEN 50 AND 100 AND n % 5 = 0 THEN 'a_b%' || n
    WHEN n > 110 THEN 'INV/2024' || n
    WHEN n % 7 = 0 THEN NULL
    ELSE 'order ' || n END`;

beforeAll(async () => {
  tenant = await createTenant();
  lists = createLists(tenant);
  const ids = Array.from({ length: rowCount }, () => randomUUID());
  const insert = (text: string, where = 'true') =>
    databasePool().query(`${text} FROM unnest($2::uuid[]) WITH ORDINALITY AS given(id, n) WHERE ${where}`, [
      tenant.businessId,
      ids,
    ]);
  await insert(`INSERT INTO payment (business_id, payment_id, client_payment_id, status, display_currency,
      expected_display_amount, sort_at, first_observed_at, changed_at)
    SELECT $1, id, ${reference}, CASE WHEN n % 4 = 0 THEN 'EXPIRED' ELSE 'NEW' END,
      CASE WHEN n % 3 = 0 THEN 'EUR' ELSE 'USD' END, n, ${at}, ${at}, ${at}`);
  // Deposits follow their payments, some by months. Every second one has a later refund.
  const late = `${at} + (n % 3) * interval '20 days'`;
  const insertDeposits = (where: string) =>
    insert(
      `INSERT INTO deposit (business_id, deposit_id, payment_id, transaction_id, status, deposit_currency,
      deposit_amount, refund_first_seen_at, refund_status, refund_deposit_currency, refund_amount, sort_at,
      first_observed_at, changed_at)
    SELECT $1, id, id, CASE WHEN n % 40 = 7 THEN 'order of the chain ' ELSE 'tx' END || n, CASE WHEN n % 4 = 0 THEN 'EXPIRED' ELSE 'NEW' END, 'EUR', n,
      CASE WHEN n % 2 = 0 THEN ${late} + interval '40 days' END, 'NEW', 'EUR', n, ${late}, ${late}, ${late}`,
      where,
    );
  // Some are from before a deposit kept its reference.
  const { rows } = await databasePool().query(
    `DELETE FROM schema_requirement WHERE migration LIKE '%references_kept_by_deposits' RETURNING *`,
  );
  await insertDeposits('n % 3 = 0');
  await databasePool().query(
    'INSERT INTO schema_requirement SELECT * FROM json_populate_recordset(NULL::schema_requirement, $1)',
    [JSON.stringify(rows)],
  );
  await insertDeposits('n % 3 <> 0');
  await insert(`INSERT INTO withdrawal (business_id, withdrawal_id, client_withdrawal_id, status, withdraw_currency,
      actual_withdraw_amount, first_received_at, changed_at)
    SELECT $1, id, ${reference}, CASE WHEN n % 4 = 0 THEN 'EXPIRED' ELSE 'NEW' END, 'EUR', n, ${at}, ${at}`);
});
afterAll(closeDatabase);

type Searched = {
  readonly definition: ListDefinition;
  readonly currency: string;
  readonly amount: string;
  /** SQL condition for the rows whose reference starts with the search. */
  readonly expectedSql: string;
};
const depositSql = `(starts_with(d.transaction_id, $2) OR EXISTS
  (SELECT FROM payment o WHERE o.payment_id = d.payment_id AND starts_with(o.client_payment_id, $2)))`;

const createLists = ({ as }: Tenant): Readonly<Record<string, Searched>> => ({
  payments: {
    definition: paymentDefinition,
    amount: 'p.expected_display_amount',
    currency: 'p.display_currency',
    expectedSql: `(starts_with(p.client_payment_id, $2) OR EXISTS
      (SELECT FROM deposit o WHERE o.payment_id = p.payment_id AND starts_with(o.transaction_id, $2)))`,
  },
  deposits: {
    definition: depositDefinition,
    amount: 'd.deposit_amount',
    currency: 'd.deposit_currency',
    expectedSql: depositSql,
  },
  refunds: {
    definition: refundDefinition,
    amount: 'd.refund_amount',
    currency: 'd.refund_deposit_currency',
    expectedSql: depositSql,
  },
  withdrawals: {
    definition: withdrawalDefinition,
    amount: 'w.actual_withdraw_amount',
    currency: 'w.withdraw_currency',
    expectedSql: 'starts_with(w.client_withdrawal_id, $2)',
  },
  // No payment has a record, so all are exceptions.
  exceptions: {
    definition: exceptionSource(as.owner.actor.personId).definition,
    amount: 'e.expected',
    currency: 'e.currency',
    expectedSql: `(starts_with(e.reference, $2) OR EXISTS
      (SELECT FROM deposit o WHERE o.payment_id = e.id AND starts_with(o.transaction_id, $2)))`,
  },
});

const parameters = fc.record({
  list: fc.constantFrom('payments', 'deposits', 'refunds', 'withdrawals', 'exceptions'),
  q: fc.constantFrom('INV/', 'INV/2024', 'INV/2024/', 'INV/2025/', 'a_b%', 'order', 'a', 'nowhere'),
  status: fc.constantFrom(null, null, 'EXPIRED', 'NEW'),
  currency: fc.constantFrom(null, null, 'EUR'),
  sort: fc.constantFrom('newest', 'oldest'),
  walk: fc.integer({ min: 4, max: 60 }),
  few: fc.integer({ min: 0, max: 40 }),
  patience: fc.constantFrom(0, 0, 1_000),
});

const columns: Readonly<Record<string, readonly [status: string, currency: string]>> = {
  payments: ['status', 'displayCurrency'],
  deposits: ['status', 'depositCurrency'],
  refunds: ['status', 'depositCurrency'],
  withdrawals: ['status', 'withdrawCurrency'],
};
const statusColumn = (list: string, alias: string) => {
  const [column = 'state'] = columns[list] ?? [];
  return `${alias}.${list === 'refunds' ? 'refund_status' : column}`;
};

const readIds = (definition: ListDefinition) => ({
  select: `${definition.id}::text AS id`,
  read: (row: Record<string, unknown>) => String(row['id']),
});

/** Follows the cursors to the end and back. */
async function readBothWays(definition: ListDefinition, query: ListQuery) {
  const page = (place: Partial<ListQuery>) =>
    readPage(definition, {
      businessId: tenant.businessId,
      query: { ...query, ...place },
      size: pageSize,
      ...readIds(definition),
    });
  const forwards = [await page({})];
  for (let after = forwards[0]?.after ?? null; after !== null; after = forwards.at(-1)?.after ?? null)
    forwards.push(await page({ after }));
  const backwards = forwards.slice(-1);
  for (let before = backwards[0]?.before ?? null; before !== null; before = backwards[0]?.before ?? null)
    backwards.unshift(await page({ before }));
  // The start is a full page, which may contain rows of the next page and repeat a search.
  const beginning = backwards.slice(0, 1);
  while (beginning.at(-1)?.scannedTo) beginning.push(await page({ after: beginning.at(-1)?.after ?? null }));
  return {
    forwards: forwards.flatMap(({ rows }) => rows),
    backwards: [...new Set([...beginning, ...backwards].flatMap(({ rows }) => rows))],
  };
}

test('finds each matching row once, in order, both ways, counted, totalled and exported', async () => {
  await fc.assert(
    fc.asyncProperty(parameters, async ({ list, q, sort, walk, few, patience, ...given }) => {
      const { status, currency } = list in columns ? given : { status: null, currency: null };
      const searched = lists[list];
      const [byStatus = '', byCurrency = ''] = columns[list] ?? [];
      if (!searched) throw new Error(list);
      const { indexHints: bounds } = searched.definition;
      const definition = {
        ...searched.definition,
        ...(bounds && { indexHints: { ...bounds, batchRows: walk, fewRows: few, scanBudgetMs: patience } }),
      };
      const choices = {
        ...(status === null ? {} : { [byStatus]: [status] }),
        ...(currency === null ? {} : { [byCurrency]: [currency] }),
      };
      const query: ListQuery = { ...wholeList, q, sort: sort === 'oldest' ? 'oldest' : 'newest', choices };
      const alias = definition.business.split('.')[0] ?? '';
      const way = sort === 'newest' ? 'DESC' : 'ASC';
      const { rows } = await databasePool().query<{ id: string; amount: string; currency: string }>(
        `SELECT ${definition.id}::text AS id, ${searched.amount}::text AS amount, ${searched.currency} AS currency
           FROM ${definition.from} WHERE ${definition.business} = $1 AND ${definition.baseCondition ?? 'true'} AND ${searched.expectedSql}
            AND ($3::text IS NULL OR ${statusColumn(list, alias)} = $3)
            AND ($4::text IS NULL OR ${searched.currency} = $4)
          ORDER BY ${definition.at} ${way}, ${definition.id} ${way}`,
        [tenant.businessId, q, status, currency],
      );
      const expected = rows.map(({ id }) => id);
      const { forwards, backwards } = await readBothWays(definition, query);
      expect(forwards).toEqual(expected);
      expect(backwards).toEqual(expected);
      const exported: string[] = [];
      for await (const batch of readAll(definition, {
        businessId: tenant.businessId,
        query,
        batch: 3,
        ...readIds(definition),
      }))
        exported.push(...batch);
      expect(exported).toEqual(expected);
      const { count, more } = await countRows(definition, tenant.businessId, query);
      if (more) expect(count).toBeLessThanOrEqual(expected.length);
      else expect(count).toBe(expected.length);
      if (patience > 0) expect(more).toBe(false);
      const fields = [{ field: 'it', amount: searched.amount, currency: searched.currency }];
      let total = 0;
      for await (const part of calculateTotals({
        definition,
        fields,
        businessId: tenant.businessId,
        query,
      }))
        if (part.done)
          total = (part.fields[0]?.sums ?? []).reduce((sum, one) => sum + Number(one.total ?? 0), 0);
      expect(total).toBe(rows.reduce((sum, { amount }) => sum + Number(amount), 0));
    }),
    { numRuns: propertyRuns(12), seed: 24 },
  );
}, 120_000);

test('skips days without matches and needs one request', async () => {
  const { indexHints: bounds } = paymentDefinition;
  const definition = {
    ...paymentDefinition,
    ...(bounds && { indexHints: { ...bounds, batchRows: 5, fewRows: 40, scanBudgetMs: 0 } }),
  };
  const read = (query: Partial<ListQuery>) =>
    readPage(definition, {
      businessId: tenant.businessId,
      query: { ...wholeList, ...query },
      size: pageSize,
      ...readIds(definition),
    });
  // Starts with the ten latest rows and continues years earlier.
  const first = await read({ q: 'INV/2025/' });
  expect(first.rows).toHaveLength(pageSize);
  expect(first.scannedTo).toBeNull();
});

/** Compares the references that triggers maintain with the expected ones. Each deposit has one, in one of two places. */
async function countReferences() {
  const { rows } = await databasePool().query(
    `SELECT kept.reference IS NOT DISTINCT FROM told.reference AND kept.day IS NOT DISTINCT FROM told.day
            AND kept.refund_day IS NOT DISTINCT FROM told.refund_day AS same, count(*)::int AS count
       FROM (SELECT deposit_id, reference, day, refund_day FROM deposit_reference WHERE business_id = $1
             UNION ALL SELECT deposit_id, reference, (sort_at AT TIME ZONE 'UTC')::date, (refund_first_seen_at AT TIME ZONE 'UTC')::date
               FROM deposit WHERE business_id = $1 AND reference IS NOT NULL) AS kept FULL JOIN
            (SELECT d.deposit_id, p.client_payment_id AS reference, (d.sort_at AT TIME ZONE 'UTC')::date AS day,
                    (d.refund_first_seen_at AT TIME ZONE 'UTC')::date AS refund_day
               FROM deposit d JOIN payment p USING (business_id, payment_id)
              WHERE d.business_id = $1 AND p.client_payment_id IS NOT NULL) AS told USING (deposit_id)
      GROUP BY 1`,
    [tenant.businessId],
  );
  return rows;
}

test('a deposit has the reference of its payment after changes of either', async () => {
  const client = await databasePool().connect();
  const change = async (text: string) => {
    await client.query(text.replaceAll('$1', `'${tenant.businessId}'`));
    expect(await countReferences(), text).toEqual([{ same: true, count: expect.any(Number) }]);
  };
  try {
    await change(`UPDATE payment SET client_payment_id = 'told later ' || payment_id
      WHERE business_id = $1 AND client_payment_id IS NULL`);
    await change(
      `UPDATE payment SET client_payment_id = NULL WHERE business_id = $1 AND client_payment_id LIKE 'a_b%'`,
    );
    await change(`UPDATE deposit d SET payment_id = (SELECT min(payment_id::text)::uuid FROM payment WHERE business_id = $1)
      WHERE business_id = $1 AND status = 'EXPIRED'`);
    await change(`UPDATE deposit SET sort_at = sort_at + interval '13 hours', refund_first_seen_at = sort_at
      WHERE business_id = $1 AND status = 'NEW'`);
    await change(`WITH p AS (UPDATE payment SET client_payment_id = 'both' WHERE business_id = $1 RETURNING *),
        d AS (INSERT INTO deposit (business_id, deposit_id, payment_id, sort_at, first_observed_at, changed_at)
              SELECT business_id, gen_random_uuid(), payment_id, sort_at, sort_at, sort_at FROM payment WHERE business_id = $1)
      SELECT count(*) FROM p`);
    await change(`DELETE FROM deposit WHERE business_id = $1 AND refund_first_seen_at IS NULL`);
  } finally {
    client.release();
  }
});
