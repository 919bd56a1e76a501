import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertIntent } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { parseListQuery, wholeList } from '#lib/lists/model/query.ts';
import { observeAnswer, observeCallback } from '#lib/observations/index.ts';
import { listPayments } from '#lib/payments/index.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import { Problem } from '#lib/values/errors.ts';
import { instant } from '#lib/values/instant.ts';
import type { ExceptionRow } from './model.ts';
import { exceptionList } from './model.ts';
import { countExceptions, listExceptions, readExceptionTotals } from './queries.ts';
import { workException } from './work-exception.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});

let clock = Date.now();
async function pay(deposit: Record<string, unknown>, fields: Record<string, unknown> = {}, owner = tenant) {
  const paymentId = String(fields['paymentId'] ?? randomUUID());
  const body = toSampleBytes(
    paymentRecordSample(owner.businessId, { paymentId, deposits: [depositRecordSample(deposit)], ...fields }),
  );
  clock += 1_000;
  await inTransaction((transaction) =>
    observeAnswer(transaction, {
      businessId: owner.businessId,
      source: 'read',
      startedAt: instant(clock),
      body,
    }),
  );
  return paymentId;
}
const under = { displayAmount: '40.00' };
const over = { displayAmount: '60.00' };
const unknownOutcome = (clientPaymentId: string) =>
  insertIntent(tenant, clientPaymentId, { state: 'UNKNOWN' });
const toQuery = (address: string) => {
  const parameters = new URLSearchParams(address);
  return parseListQuery(exceptionList, (name) => parameters.get(name)).query;
};
const rows = async (address = '', by = tenant.as.viewer): Promise<readonly ExceptionRow[]> =>
  (await listExceptions(by, tenant.businessId, toQuery(address), 500)).rows;
const findRow = async (subjectId: string, address = '') =>
  (await rows(address)).find((row) => row.subjectId === subjectId) ?? null;
const work = (subjectId: string, more: Record<string, unknown> = {}, by = tenant.as.finance) =>
  workException(by, {
    businessId: tenant.businessId,
    kind: 'payment',
    subjectId,
    version: 0,
    ownerId: null,
    note: '',
    resolved: false,
    states: ['under'],
    ...more,
  });
const readCode = async (action: Promise<unknown>): Promise<string> => {
  const thrown = await action.catch((error: unknown) => error);
  if (!(thrown instanceof Problem)) throw new Error('the action was not refused');
  return thrown.code;
};

describe('the exceptions list', () => {
  test('lists each kind of exception and no payment without a reason', async () => {
    const unremarkable = await pay({});
    const belowExpected = await pay(under);
    const aboveAndLate = await pay(over, { paymentInitiatedAt: 1_792_000_000 });
    const other = await pay({ network: 'ETH' }, { depositCurrency: 'USDT', expectedNetwork: 'TRX' });
    const otherCoin = await pay({ depositCurrency: 'USDC' }, { depositCurrency: 'USDT' });
    const reported = depositCallbackSample();
    await inTransaction((transaction) =>
      observeCallback(transaction, {
        businessId: tenant.businessId,
        kind: 'deposit-received',
        body: toSampleBytes(reported),
        headers: {},
        receivedAt: instant(Date.now()),
      }),
    );
    const intentId = await unknownOutcome(`lost-${randomUUID()}`);
    const states = new Map((await rows()).map((row) => [row.subjectId, row.states]));
    expect(states.has(unremarkable)).toBe(false);
    expect(states.get(belowExpected)).toEqual(['under']);
    expect(states.get(aboveAndLate)).toEqual(['over', 'late']);
    expect(states.get(other)).toEqual(['mismatch']);
    expect(await findRow(other)).toMatchObject({ mismatches: ['wrong-network'] });
    expect(await findRow(otherCoin)).toMatchObject({ states: ['mismatch'], mismatches: ['wrong-coin'] });
    expect(await findRow(belowExpected)).toMatchObject({ mismatches: [] });
    const payments = await listPayments(tenant.as.viewer, tenant.businessId, wholeList, 500);
    const shown = new Map(payments.rows.map(({ paymentId, mismatches }) => [paymentId, mismatches]));
    expect([other, otherCoin, belowExpected].map((id) => shown.get(id))).toEqual([
      ['wrong-network'],
      ['wrong-coin'],
      [],
    ]);
    expect(states.get(String(reported['paymentId']))).toContain('unmatched');
    expect(states.get(intentId)).toEqual(['unknown-outcome']);
    expect((await countExceptions(tenant.as.viewer, tenant.businessId, toQuery(''))).count).toBe(states.size);
    expect((await rows('state=late')).map((row) => row.subjectId)).toEqual([aboveAndLate]);
    expect((await rows('state=unknown-outcome')).map((row) => row.subjectId)).toEqual([intentId]);
    expect(await rows('state=nonsense')).toEqual([]);
  });

  test('pages through payments and requests in one order without repeating a row', async () => {
    const all = (await rows()).map((row) => row.subjectId);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const query = toQuery(after === null ? '' : `after=${after}`);
      const page = await listExceptions(tenant.as.viewer, tenant.businessId, query, 2);
      seen.push(...page.rows.map((row) => row.subjectId));
      after = page.after;
    } while (after !== null);
    expect(seen).toEqual(all);
  });

  test('finds an exception by reference, only in its own business', async () => {
    const reference = `quoted-${randomUUID()}`;
    const paymentId = await pay(under, { clientPaymentId: reference });
    expect((await rows(`q=${reference.slice(0, 20)}`)).map((row) => row.subjectId)).toEqual([paymentId]);
    const other = await createTenant();
    await pay(under, { clientPaymentId: reference }, other);
    expect(await rows(`q=${reference}`)).toHaveLength(1);
    expect(await readCode(listExceptions(other.as.owner, tenant.businessId, toQuery('')))).toBe('not-found');
  });
});

test('filters by expected and actual amount, each in its currency and in EUR', async () => {
  const own = await createTenant();
  const euro = await pay(under, { displayCurrency: 'EUR', actualDisplayAmount: '40.00' }, own);
  const dollar = await pay(
    { ...under, displayCurrency: 'USD' },
    {
      displayCurrency: 'USD',
      actualDisplayAmount: '40.00',
      expectedUniformAmount: '46',
      actualUniformAmount: '36.5',
    },
    own,
  );
  const found = async (address: string) => {
    const { rows } = await listExceptions(own.as.viewer, own.businessId, toQuery(address), 50);
    expect((await countExceptions(own.as.viewer, own.businessId, toQuery(address))).count).toBe(rows.length);
    return rows.map((row) => row.subjectId);
  };
  expect(await found('expected=EUR:49..51')).toEqual([euro]);
  expect(await found('expected=USD:49..51')).toEqual([dollar]);
  expect(await found('expected=EUR:51..')).toEqual([]);
  expect(await found('actual=USD:40')).toEqual([dollar]);
  expect(await found('actual=USD:40.000000000000000001..')).toEqual([]);
  expect(await found('expectedUniformAmount=EUR:46')).toEqual([dollar]);
  expect(await found('actualUniformAmount=EUR:36..37')).toEqual([dollar]);
  expect(await found('actualUniformAmount=USD:36..37')).toEqual([]);
});

describe('work on an exception', () => {
  test('stores, shows, filters by and audits an assignee and a note', async () => {
    const paymentId = await pay(under);
    const { personId } = tenant.as.finance.actor;
    expect(await work(paymentId, { ownerId: personId, note: 'Asked the customer <b>' })).toEqual({
      version: 1,
    });
    expect(await findRow(paymentId)).toMatchObject({
      owner: { personId },
      note: 'Asked the customer <b>',
      version: 1,
    });
    const mine = await rows('owner=me', tenant.as.finance);
    expect(mine.map((row) => row.subjectId)).toContain(paymentId);
    expect(await findRow(paymentId, 'owner=nobody')).toBeNull();
    const audit = await database().auditEntry.findMany({
      where: { chainId: tenant.businessId, objectId: paymentId, action: 'exception.work' },
    });
    expect(audit).toMatchObject([
      { actorId: personId, after: { note: 'Asked the customer <b>', resolved: false } },
    ]);
  });

  test('removes a resolved exception from the list until it has a new reason', async () => {
    const id = randomUUID();
    const paymentId = await pay({ id, ...under });
    await work(paymentId, { resolved: true, note: 'Goodwill' });
    expect(await findRow(paymentId)).toBeNull();
    // A filter by resolution time includes resolved exceptions.
    expect(await findRow(paymentId, 'resolvedAt=today')).toMatchObject({ note: 'Goodwill' });
    expect(await findRow(paymentId, 'resolvedAt=yesterday')).toBeNull();
    expect(await findRow(paymentId, 'resolvedAt=today&work=open')).toBeNull();
    expect(await findRow(paymentId, 'changedAt=today&work=resolved')).not.toBeNull();
    expect(await findRow(paymentId, 'changedAt=..2020-01-01&work=resolved')).toBeNull();
    expect(await findRow(paymentId, 'work=resolved')).toMatchObject({ note: 'Goodwill' });
    await pay({ id, ...under }, { paymentId });
    expect(await findRow(paymentId)).toBeNull();
    await pay({ id, ...over }, { paymentId });
    expect(await findRow(paymentId)).toMatchObject({ resolvedAt: null, note: 'Goodwill', version: 1 });
    expect(await findRow(paymentId, 'resolvedAt=today')).toBeNull();
  });

  test('refuses an outdated version, and accepts one of two concurrent changes', async () => {
    const paymentId = await pay(under);
    const both = await Promise.allSettled([work(paymentId, { note: 'a' }), work(paymentId, { note: 'b' })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await readCode(work(paymentId, { note: 'c' }))).toBe('conflict');
  });

  test.each(['viewer', 'compliance'] as const)('refuses changes by a %s', async (role) => {
    const paymentId = await pay(under);
    expect(await readCode(work(paymentId, {}, tenant.as[role]))).toBe('forbidden');
  });

  test('refuses a payment of another business, an unknown one, and a person who can’t be assigned', async () => {
    const other = await createTenant();
    const foreign = await pay(under, {}, other);
    expect(await readCode(work(foreign))).toBe('not-found');
    expect(await readCode(work(randomUUID()))).toBe('not-found');
    expect(await readCode(work('no id'))).toBe('not-found');
    const paymentId = await pay(under);
    expect(await readCode(work(paymentId, { ownerId: tenant.as.viewer.actor.personId }))).toBe('invalid');
    expect(await readCode(work(paymentId, { ownerId: other.as.finance.actor.personId }))).toBe('invalid');
  });
});

test('returns one total per currency, each the sum of the rows that it links to', async () => {
  const own = await createTenant();
  await pay(under, { displayCurrency: 'EUR' }, own);
  await pay(over, { displayCurrency: 'EUR' }, own);
  await pay({ ...under, displayCurrency: 'USD' }, { displayCurrency: 'USD' }, own);
  const readTotals = (address: string) =>
    readExceptionTotals(own.as.viewer, own.businessId, toQuery(address));
  const totals = await readTotals('');
  if (totals.kind !== 'exact') throw new Error('no exact totals');
  const sums = totals.fields.find(({ field }) => field === 'expected')?.sums ?? [];
  expect(sums.map(({ currency }) => currency).toSorted()).toEqual(['EUR', 'USD']);
  for (const { currency, total, count } of sums) {
    const query = toQuery(`currency=${currency}`);
    const page = await listExceptions(own.as.viewer, own.businessId, query, 50);
    expect(page.rows).toHaveLength(count);
    expect(page.rows.every((row) => row.currency === currency)).toBe(true);
    const [only] = page.rows;
    if (page.rows.length === 1) expect(total).toBe(only?.expected);
    const filtered = await readTotals(`currency=${currency}`);
    const within =
      filtered.kind === 'exact' ? filtered.fields.find(({ field }) => field === 'expected')?.sums : [];
    expect(within).toEqual([{ currency, total, count, known: count }]);
  }
  const other = await createTenant();
  await expect(readExceptionTotals(other.as.owner, own.businessId, toQuery(''))).rejects.toBeInstanceOf(
    Problem,
  );
});

test('shows an amount in another coin than chosen without a currency, and leaves it out of the totals', async () => {
  const own = await createTenant();
  const inCoin = {
    displayCurrency: undefined,
    expectedDisplayAmount: undefined,
    depositCurrency: 'USDT',
    expectedNetwork: 'TRX',
    expectedDepositAmount: '55',
  };
  const paid = { ...inCoin, actualDisplayAmount: '40.00' };
  const sameCoin = await pay(under, { ...paid, actualDepositAmount: '40' }, own);
  const otherCoin = await pay(
    { depositCurrency: 'BTC', network: 'BTC' },
    { ...paid, actualDepositAmount: '0.5' },
    own,
  );
  const found = async (address: string) =>
    (await listExceptions(own.as.viewer, own.businessId, toQuery(address), 50)).rows;
  const row = (await found('')).find(({ subjectId }) => subjectId === otherCoin);
  expect(row).toMatchObject({ currency: 'USDT', expected: '55', actual: '0.5', actualCurrency: null });
  const totals = await readExceptionTotals(own.as.viewer, own.businessId, toQuery(''));
  if (totals.kind !== 'exact') throw new Error('no exact totals');
  expect(totals.fields).toEqual([
    { field: 'expected', sums: [{ currency: 'USDT', count: 2, known: 2, total: '110' }] },
    {
      field: 'actual',
      sums: [
        { currency: 'USDT', count: 1, known: 1, total: '40' },
        { currency: null, count: 1, known: 1, total: null },
      ],
    },
  ]);
  expect((await found('actualIn=USDT')).map(({ subjectId }) => subjectId)).toEqual([sameCoin]);
});
