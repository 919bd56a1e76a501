import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { depositDefinition } from '#lib/deposits/index.ts';
import { exceptionSource } from '#lib/exceptions/index.ts';
import { countRows } from '#lib/lists/count-rows.ts';
import type { ListDefinition } from '#lib/lists/definition.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { readAll } from '#lib/lists/read-all.ts';
import { readPage } from '#lib/lists/read-page.ts';
import { calculateTotals } from '#lib/lists/totals/read-totals.ts';
import { paymentDefinition } from '#lib/payments/index.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import { refundDefinition } from '#lib/refunds/index.ts';
import { withdrawalDefinition } from '#lib/withdrawals/index.ts';

/** Compares searches of all lists with plain SQL. */
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
  await insertDeposits('true');
  await insert(`INSERT INTO withdrawal (business_id, withdrawal_id, client_withdrawal_id, status, withdraw_currency,
      actual_withdraw_amount, first_received_at, changed_at)
    SELECT $1, id, ${reference}, CASE WHEN n % 4 = 0 THEN 'EXPIRED' ELSE 'NEW' END, 'EUR', n, ${at}, ${at}`);
});

type Searched = {
  readonly definition: ListDefinition;
  readonly currency: string;
  readonly amount: string;
  /** SQL condition for the rows whose reference contains the search, in any letters. */
  readonly expectedSql: string;
};
const depositSql = `(starts_with(d.transaction_id, $2) OR EXISTS
  (SELECT FROM payment o WHERE o.payment_id = d.payment_id AND strpos(lower(o.client_payment_id), lower($2)) > 0))`;

const createLists = ({ as }: Tenant): Readonly<Record<string, Searched>> => ({
  payments: {
    definition: paymentDefinition,
    amount: 'p.expected_display_amount',
    currency: 'p.display_currency',
    expectedSql: `(strpos(lower(p.client_payment_id), lower($2)) > 0 OR EXISTS
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
    expectedSql: 'strpos(lower(w.client_withdrawal_id), lower($2)) > 0',
  },
  // No payment has a record, so all are exceptions.
  exceptions: {
    definition: exceptionSource(as.owner.actor.personId).definition,
    amount: 'e.expected',
    currency: 'e.currency',
    expectedSql: `(strpos(lower(e.reference), lower($2)) > 0 OR EXISTS
      (SELECT FROM deposit o WHERE o.payment_id = e.id AND starts_with(o.transaction_id, $2)))`,
  },
});

const parameters = fc.record({
  list: fc.constantFrom('payments', 'deposits', 'refunds', 'withdrawals', 'exceptions'),
  q: fc.constantFrom(
    'INV/',
    'INV/2024',
    'INV/2024/',
    'INV/2025/',
    'inv/2025',
    '2024',
    '/2025/',
    'a_b%',
    'B%7',
    'order',
    'RDER',
    'nowhere',
  ),
  status: fc.constantFrom(null, null, 'EXPIRED', 'NEW'),
  currency: fc.constantFrom(null, null, 'EUR'),
  sort: fc.constantFrom('newest', 'oldest'),
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
  return {
    forwards: forwards.flatMap(({ rows }) => rows),
    // The start is a full page, which may contain rows of the next page.
    backwards: [...new Set(backwards.flatMap(({ rows }) => rows))],
  };
}

test('finds each matching row once, in order, both ways, counted, totalled and exported', async () => {
  await fc.assert(
    fc.asyncProperty(parameters, async ({ list, q, sort, ...given }) => {
      const { status, currency } = list in columns ? given : { status: null, currency: null };
      const searched = lists[list];
      const [byStatus = '', byCurrency = ''] = columns[list] ?? [];
      if (!searched) throw new Error(list);
      const { definition } = searched;
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
      expect(await countRows(definition, tenant.businessId, query)).toEqual({
        count: expected.length,
        more: false,
      });
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
    { numRuns: propertyRuns(25), seed: 24 },
  );
});
