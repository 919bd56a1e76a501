import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bindBusiness } from '#lib/database/business-key.ts';
import { acquireClient, releaseClient, rollBack } from '#lib/database/pooled-client.ts';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { depositDefinition, listDeposits } from '#lib/deposits/index.ts';
import { listExceptions } from '#lib/exceptions/index.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import type { ListDefinition } from '#lib/lists/read-page.ts';
import { readPage } from '#lib/lists/read-page.ts';
import { listPayments, paymentDefinition } from '#lib/payments/index.ts';
import { listRefunds } from '#lib/refunds/index.ts';
import { listCases } from '#lib/reviews/index.ts';
import { normalizeAddress } from '#lib/values/addresses.ts';
import { searchRecords } from './queries.ts';

/** Indexes have 11 characters of a transaction, and of an address without its scheme. These differ only behind that. */
const toAddress = (end: string) => `bitcoincash:qshared0000${end}`;
const toTransaction = (end: string) => `ab12cd34ef5${end}`;
/** Reported with upper case letters, so that its key differs. */
const reported = '0xABCDEF0123456789abcdef0123456789ABCDEF01';

let tenant: Tenant;
const names = new Map<string, string>();

async function add(name: string, address: string, transactionId: string, hasKey: boolean) {
  const key = hasKey || normalizeAddress(address) !== address ? normalizeAddress(address) : null;
  const { businessId } = tenant;
  const at = new Date('2026-11-01T00:00:00Z');
  const paymentId = await insertPayment(businessId, {
    ...{ walletAddress: address, walletAddressKey: key },
    ...{ coverage: 'under', recordSeen: true },
  });
  const depositId = await insertDeposit(businessId, paymentId, {
    ...{ fromAddress: address, fromAddressKey: key, toAddress: address, toAddressKey: key },
    ...{ transactionId, network: 'BCH', refundFirstSeenAt: at },
  });
  for (const id of [paymentId, depositId]) names.set(id, name);
  await databasePool().query(
    `INSERT INTO review_case (business_id, case_id, subject_kind, subject_id, opened_at, due_at, changed_at)
     VALUES ($1, $2, 'deposit', $2, now(), now(), now())`,
    [businessId, depositId],
  );
}

beforeAll(async () => {
  tenant = await createTenant();
  await add('with key', toAddress('-one'), toTransaction('one'), true);
  await add('without key', toAddress('-two'), toTransaction('two'), false);
  await add('evm', reported, toTransaction(''), false);
});
afterAll(closeDatabase);

const toInput = (query: Partial<ListQuery>) =>
  [tenant.as.owner, tenant.businessId, { ...wholeList, ...query }] as const;
const nameRows = <Row>({ rows }: { readonly rows: readonly Row[] }, toId: (row: Row) => string) =>
  rows.map((row) => names.get(toId(row))).toSorted();
const lists = {
  payments: async (query: Partial<ListQuery>) =>
    nameRows(await listPayments(...toInput(query)), ({ paymentId }) => paymentId),
  deposits: async (query: Partial<ListQuery>) =>
    nameRows(await listDeposits(...toInput(query)), ({ depositId }) => depositId),
  refunds: async (query: Partial<ListQuery>) =>
    nameRows(await listRefunds(...toInput(query)), ({ depositId }) => depositId),
  exceptions: async (query: Partial<ListQuery>) =>
    nameRows(await listExceptions(...toInput(query)), ({ subjectId }) => subjectId),
  cases: async (query: Partial<ListQuery>) =>
    nameRows(await listCases(...toInput(query)), ({ caseId }) => caseId),
} as const;
const palette = async (q: string) => [
  ...new Set(
    (await searchRecords(tenant.as.owner, tenant.businessId, q)).hits.map(({ id }) => names.get(id)),
  ),
];

describe.each(['payments', 'deposits', 'refunds', 'cases'] as const)('an address in %s', (list) => {
  test.each([
    [toAddress('-one'), ['with key']],
    [toAddress('-two'), ['without key']],
    [toAddress('-o'), ['with key']],
    [toAddress(''), ['with key', 'without key']],
    ['bitcoincash:q', ['with key', 'without key']],
    ['bitcoincash:', ['with key', 'without key']],
    ['bitcoinc', ['with key', 'without key']],
    ['bitcoinc…-two', ['without key']],
    ['bitcoinc…-new', []],
    ['qshared', ['with key', 'without key']],
    ['qshared0000', ['with key', 'without key']],
    ['qshared0000-two', ['without key']],
    ['shop:0', []],
    ['ethereum:0x', []],
    [toAddress('-none'), []],
    [toAddress('-one and more'), []],
    ['bitcoincash:qsh…-two', ['without key']],
    [`${toAddress('')}…-two`, ['without key']],
    [reported, ['evm']],
    [reported.toLowerCase(), ['evm']],
    [reported.slice(2).toUpperCase(), ['evm']],
    [reported.slice(0, 30), ['evm']],
  ])('%s finds %o', async (q, expected) => {
    expect(await lists[list]({ q })).toEqual(expected);
    expect((await palette(q)).toSorted()).toEqual(expected);
  });
});

describe.each(['payments', 'deposits', 'refunds', 'exceptions', 'cases'] as const)(
  'a transaction in %s',
  (list) => {
    test.each([
      [toTransaction('one'), ['with key']],
      [toTransaction('tw'), ['without key']],
      [toTransaction(''), ['evm', 'with key', 'without key']],
      [toTransaction('').toUpperCase(), ['evm', 'with key', 'without key']],
      ['ab12', ['evm', 'with key', 'without key']],
      [toTransaction('none'), []],
      ['ab12…one', ['with key']],
    ])('%s finds %o', async (q, expected) => {
      expect(await lists[list]({ q })).toEqual(expected);
      expect((await palette(q)).toSorted()).toEqual(expected);
    });
  },
);

test('an exact filter compares the whole value', async () => {
  const filter = (list: keyof typeof lists, exact: ListQuery['exact']) => lists[list]({ exact });
  for (const [value, expected] of [
    [toAddress('-one'), ['with key']],
    [toAddress('-two'), ['without key']],
    [toAddress(''), []],
    [reported.toLowerCase(), ['evm']],
  ] as const) {
    expect(await filter('payments', { walletAddress: value })).toEqual(expected);
    expect(await filter('deposits', { fromAddress: value })).toEqual(expected);
    expect(await filter('deposits', { toAddress: value })).toEqual(expected);
  }
  expect(await filter('deposits', { transactionId: toTransaction('one') })).toEqual(['with key']);
  expect(await filter('deposits', { transactionId: toTransaction('on') })).toEqual([]);
});

test.each([
  ['payments', paymentDefinition],
  ['deposits', depositDefinition],
])('%s with very many equal starts are still found', async (_, definition) => {
  const narrow: ListDefinition = {
    ...definition,
    ...(definition.indexHints && { indexHints: { ...definition.indexHints, fewRows: 1 } }),
  };
  const { rows } = await readPage(narrow, {
    businessId: tenant.businessId,
    query: { ...wholeList, q: toAddress('-two') },
    select: `${definition.id}::text AS id`,
    read: (row) => names.get(String(row['id'])),
  });
  expect(rows).toEqual(['without key']);
});

test.each([
  ['payments', paymentDefinition],
  ['deposits', depositDefinition],
])('each lookup of an address or a transaction in %s uses its index', async (_, { search = [] }) => {
  const client = await acquireClient(databasePool());
  try {
    await client.query('BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
    let looked = 0;
    for (const q of [toAddress('-one'), toTransaction('one'), 'bitcoin', 'ab12'])
      for (const { table, conditions, order } of search)
        for (const condition of conditions(q)) {
          const statement = new Statement();
          const where = `${bindBusiness(table, statement, tenant.businessId)} AND ${condition(statement, (name) => name)}`;
          if (!/"?left"?\(/.test(where)) continue;
          const explained = await client.query<{ 'QUERY PLAN': string }>(
            `EXPLAIN SELECT FROM ${table} WHERE ${where}${order === undefined ? '' : ` ORDER BY ${order}`} LIMIT 2001`,
            statement.values,
          );
          const plan = explained.rows.map((line) => line['QUERY PLAN']).join('\n');
          expect(plan).toMatch(/Index Cond: .*"left"/);
          expect(plan).not.toMatch(/Sort/);
          looked += 1;
        }
    expect(looked).toBeGreaterThanOrEqual(8);
  } finally {
    releaseClient(client, await rollBack(client));
  }
});
