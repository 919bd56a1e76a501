import { beforeAll, expect, test } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { countPayments, listPayments } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { exceptionList } from './model.ts';
import { countOpenExceptions } from './open-exceptions-queries.ts';
import { countExceptions, listExceptions, readTolerance } from './queries.ts';
import { setToleranceForm } from './schema.ts';
import { setTolerance } from './set-tolerance.ts';
import { readExceptionStates } from './store.ts';

let tenant: Tenant;
const ids = new Map<string, string>();

const priced = (displayCurrency: string, expected: string, actual: string) => ({
  clientPaymentId: `${actual} ${displayCurrency}`,
  type: 'ONE_TIME',
  recordSeen: true,
  displayCurrency,
  expectedDisplayAmount: expected,
  actualDisplayAmount: actual,
  depositCount: 1,
  confirmedDepositCount: 1,
  coverage: Number(actual) < Number(expected) ? 'under' : 'over',
});
const inEur = (expected: string, actual: string) => ({
  expectedUniformAmount: expected,
  actualUniformAmount: actual,
});

beforeAll(async () => {
  tenant = await createTenant();
  for (const payment of [
    priced('EUR', '100', '99.5'),
    priced('EUR', '100', '90'),
    priced('EUR', '10', '10.4'),
    { ...priced('USD', '100', '99'), ...inEur('92', '91.6') },
    // The recorded EUR amounts contradict the difference.
    { ...priced('USD', '100', '98'), ...inEur('92', '93') },
    { ...priced('EUR', '100', '99.9'), late: true },
  ])
    ids.set(payment.clientPaymentId, await insertPayment(tenant.businessId, payment));
});

const set = (maximumEur: string, maximumPercent: string, role: 'owner' | 'finance' = 'owner') =>
  setTolerance(
    tenant.as[role],
    setToleranceForm.parse({ businessId: tenant.businessId, maximumEur, maximumPercent }),
  );

async function listOpen(address = '') {
  const parameters = new URLSearchParams(address);
  const { query } = parseListQuery(exceptionList, (name) => parameters.get(name));
  const { rows } = await listExceptions(tenant.as.viewer, tenant.businessId, query);
  const { count } = await countExceptions(tenant.as.viewer, tenant.businessId, query);
  expect(count).toBe(rows.length);
  return rows;
}
const listReferences = async (address = '') =>
  (await listOpen(address)).map(({ clientPaymentId }) => clientPaymentId);

test('excludes tolerated differences from list, count, Overview, payments and work alike', async () => {
  expect(await listReferences()).toHaveLength(6);
  await set('0.50', '');
  const left = ['10.4 EUR', '90 EUR', '98 USD', '99.9 EUR'].toSorted();
  // 10.4 of 10 EUR is within 0.50 EUR.
  expect((await listReferences()).toSorted()).toEqual(left.filter((name) => name !== '10.4 EUR'));
  await set('0.50', '1');
  expect((await listReferences()).toSorted()).toEqual(left);
  expect(await countOpenExceptions(tenant.businessId, 100)).toMatchObject({ count: 4, more: false });
  const late = (await listOpen()).find(({ clientPaymentId }) => clientPaymentId === '99.9 EUR');
  expect(late?.states).toEqual(['late']);
  expect((await listReferences('state=under')).toSorted()).toEqual(['90 EUR', '98 USD']);
  expect(await listReferences('state=over')).toEqual(['10.4 EUR']);
  expect(await listReferences('state=late')).toEqual(['99.9 EUR']);

  const parameters = new URLSearchParams('exception=open');
  const { query } = parseListQuery(paymentList, (name) => parameters.get(name));
  const { rows } = await listPayments(tenant.as.viewer, tenant.businessId, query);
  expect(rows.map(({ clientPaymentId }) => clientPaymentId).toSorted()).toEqual(left);
  expect((await countPayments(tenant.as.viewer, tenant.businessId, query)).count).toBe(4);
  const { query: all } = parseListQuery(paymentList, () => null);
  const payments = await listPayments(tenant.as.viewer, tenant.businessId, all);
  const tolerated = payments.rows.filter(({ withinTolerance }) => withinTolerance);
  expect(tolerated.map(({ clientPaymentId }) => clientPaymentId).toSorted()).toEqual([
    '99 USD',
    '99.5 EUR',
    '99.9 EUR',
  ]);

  const subjectId = ids.get('99.5 EUR') ?? '';
  const subject = { businessId: tenant.businessId, kind: 'payment', subjectId } as const;
  expect(await inTransaction((transaction) => readExceptionStates(transaction, subject))).toEqual([]);
});

test('includes all differences again without a tolerance, and records each change', async () => {
  await set('0.50', '');
  expect(await set('', '')).toEqual({ maximumEur: null, maximumPercent: null });
  expect(await listReferences()).toHaveLength(6);
  expect(await countOpenExceptions(tenant.businessId, 100)).toMatchObject({ count: 6, more: false });
  const { rows } = await databasePool().query(
    `SELECT before, after FROM audit_entry WHERE chain_id = $1 AND action = 'exception.set-tolerance'
      ORDER BY sequence DESC LIMIT 1`,
    [tenant.businessId],
  );
  expect(rows).toEqual([
    {
      before: { maximumEur: '0.5', maximumPercent: null },
      after: { maximumEur: null, maximumPercent: null },
    },
  ]);
});

test('lets only owners set a tolerance, and members of the business read it', async () => {
  await expect(set('1', '', 'finance')).rejects.toMatchObject({ code: 'forbidden' });
  const other = await createTenant();
  await expect(readTolerance(other.as.owner, tenant.businessId)).rejects.toMatchObject({ code: 'not-found' });
  for (const maximumPercent of ['0', '100.1', '-1', 'x'])
    expect(
      setToleranceForm.safeParse({ businessId: tenant.businessId, maximumEur: '', maximumPercent }).success,
    ).toBe(false);
});

test('orders exceptions by their difference in EUR, unknown ones last', async () => {
  expect(await listReferences('sort=differenceInEur.asc')).toEqual([
    '90 EUR',
    '99.5 EUR',
    '99 USD',
    '99.9 EUR',
    '10.4 EUR',
    '98 USD',
  ]);
  expect((await listReferences('sort=differenceInEur.desc')).slice(0, 2)).toEqual(['10.4 EUR', '99.9 EUR']);
});
