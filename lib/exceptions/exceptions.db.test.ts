import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { readListQuery } from '#lib/lists/model/query.ts';
import { observeAnswer, observeCallback } from '#lib/observations/index.ts';
import {
  bytes,
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
} from '#lib/platform/testing/wire-samples.ts';
import { Problem } from '#lib/values/errors.ts';
import { instant } from '#lib/values/instant.ts';
import type { ExceptionRow } from './model.ts';
import { exceptionList } from './model.ts';
import { countExceptions, exceptionTotals, listExceptions } from './queries.ts';
import { workException } from './work-exception.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});
afterAll(closeDatabase);

let clock = Date.now();
async function pay(deposit: Record<string, unknown>, fields: Record<string, unknown> = {}, of = tenant) {
  const paymentId = String(fields['paymentId'] ?? randomUUID());
  const body = bytes(
    paymentRecordSample(of.businessId, { paymentId, deposits: [depositRecordSample(deposit)], ...fields }),
  );
  clock += 1_000;
  await inTransaction((transaction) =>
    observeAnswer(transaction, {
      businessId: of.businessId,
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
  database().paymentIntent.create({
    data: {
      businessId: tenant.businessId,
      clientPaymentId,
      requestBody: '{}',
      state: 'UNKNOWN',
      createdById: tenant.as.finance.actor.personId,
      createdAt: new Date(),
      changedAt: new Date(),
    },
  });
const ask = (address: string) => {
  const given = new URLSearchParams(address);
  return readListQuery(exceptionList, (name) => given.get(name)).query;
};
const rows = async (address = '', by = tenant.as.viewer): Promise<readonly ExceptionRow[]> =>
  (await listExceptions(by, tenant.businessId, ask(address), 500)).rows;
const rowOf = async (subjectId: string, address = '') =>
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
const refusal = async (doing: Promise<unknown>): Promise<string> => {
  const thrown = await doing.catch((error: unknown) => error);
  if (!(thrown instanceof Problem)) throw new Error('it was not refused');
  return thrown.code;
};

describe('the worklist', () => {
  test('has what is under, over, late, in another currency, unmatched or unknown, and nothing that fits', async () => {
    const fits = await pay({});
    const less = await pay(under);
    const more = await pay(over, { paymentInitiatedAt: 1_792_000_000 });
    const other = await pay({ network: 'ETH' }, { depositCurrency: 'USDT', expectedNetwork: 'TRX' });
    const reported = depositCallbackSample();
    await inTransaction((transaction) =>
      observeCallback(transaction, {
        businessId: tenant.businessId,
        kind: 'deposit-received',
        body: bytes(reported),
        headers: {},
        receivedAt: instant(Date.now()),
      }),
    );
    const intent = await unknownOutcome(`lost-${randomUUID()}`);
    const states = new Map((await rows()).map((row) => [row.subjectId, row.states]));
    expect(states.has(fits)).toBe(false);
    expect(states.get(less)).toEqual(['under']);
    expect(states.get(more)).toEqual(['over', 'late']);
    expect(states.get(other)).toEqual(['mismatch']);
    expect(states.get(String(reported['paymentId']))).toContain('unmatched');
    expect(states.get(intent.id)).toEqual(['unknown-outcome']);
    expect((await countExceptions(tenant.as.viewer, tenant.businessId, ask(''))).count).toBe(states.size);
    expect((await rows('state=late')).map((row) => row.subjectId)).toEqual([more]);
    expect((await rows('state=unknown-outcome')).map((row) => row.subjectId)).toEqual([intent.id]);
    expect(await rows('state=nonsense')).toEqual([]);
  });

  test('pages through payments and requests in one order, each once', async () => {
    const all = (await rows()).map((row) => row.subjectId);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = await listExceptions(
        tenant.as.viewer,
        tenant.businessId,
        ask(after === null ? '' : `after=${after}`),
        2,
      );
      seen.push(...page.rows.map((row) => row.subjectId));
      after = page.after;
    } while (after !== null);
    expect(seen).toEqual(all);
  });

  test('is found by reference, and never at a business of others', async () => {
    const reference = `quoted-${randomUUID()}`;
    const paymentId = await pay(under, { clientPaymentId: reference });
    expect((await rows(`q=${reference.slice(0, 20)}`)).map((row) => row.subjectId)).toEqual([paymentId]);
    const other = await createTenant();
    await pay(under, { clientPaymentId: reference }, other);
    expect(await rows(`q=${reference}`)).toHaveLength(1);
    expect(await refusal(listExceptions(other.as.owner, tenant.businessId, ask('')))).toBe('not-found');
  });
});

test('is filtered by what was expected and what came, each in its currency, and in EUR', async () => {
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
    const { rows } = await listExceptions(own.as.viewer, own.businessId, ask(address), 50);
    expect((await countExceptions(own.as.viewer, own.businessId, ask(address))).count).toBe(rows.length);
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

describe('working on one', () => {
  test('an owner and a note are kept, shown, filtered by and audited', async () => {
    const paymentId = await pay(under);
    const { personId } = tenant.as.finance.actor;
    expect(await work(paymentId, { ownerId: personId, note: 'Asked the customer <b>' })).toEqual({
      version: 1,
    });
    expect(await rowOf(paymentId)).toMatchObject({
      owner: { personId },
      note: 'Asked the customer <b>',
      version: 1,
    });
    const mine = await rows('owner=me', tenant.as.finance);
    expect(mine.map((row) => row.subjectId)).toContain(paymentId);
    expect(await rowOf(paymentId, 'owner=nobody')).toBeNull();
    const audit = await database().auditEntry.findMany({
      where: { chainId: tenant.businessId, objectId: paymentId, action: 'exception.work' },
    });
    expect(audit).toMatchObject([
      { actorId: personId, after: { note: 'Asked the customer <b>', resolved: false } },
    ]);
  });

  test('what is resolved leaves the list, and comes back when something else no longer fits', async () => {
    const id = randomUUID();
    const paymentId = await pay({ id, ...under });
    await work(paymentId, { resolved: true, note: 'Goodwill' });
    expect(await rowOf(paymentId)).toBeNull();
    // What was resolved at a time is found without asking for what is resolved.
    expect(await rowOf(paymentId, 'resolvedAt=today')).toMatchObject({ note: 'Goodwill' });
    expect(await rowOf(paymentId, 'resolvedAt=yesterday')).toBeNull();
    expect(await rowOf(paymentId, 'resolvedAt=today&work=open')).toBeNull();
    expect(await rowOf(paymentId, 'changedAt=today&work=resolved')).not.toBeNull();
    expect(await rowOf(paymentId, 'changedAt=..2020-01-01&work=resolved')).toBeNull();
    expect(await rowOf(paymentId, 'work=resolved')).toMatchObject({ note: 'Goodwill' });
    await pay({ id, ...under }, { paymentId });
    expect(await rowOf(paymentId)).toBeNull();
    await pay({ id, ...over }, { paymentId });
    expect(await rowOf(paymentId)).toMatchObject({ resolvedAt: null, note: 'Goodwill', version: 1 });
    expect(await rowOf(paymentId, 'resolvedAt=today')).toBeNull();
  });

  test('whoever saw an older version is told, and of two at once one wins', async () => {
    const paymentId = await pay(under);
    const both = await Promise.allSettled([work(paymentId, { note: 'a' }), work(paymentId, { note: 'b' })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await refusal(work(paymentId, { note: 'c' }))).toBe('conflict');
  });

  test.each(['viewer', 'compliance'] as const)('a %s may only look', async (role) => {
    const paymentId = await pay(under);
    expect(await refusal(work(paymentId, {}, tenant.as[role]))).toBe('forbidden');
  });

  test('refuses a payment of others, an unknown one, and an owner who may not have it', async () => {
    const other = await createTenant();
    const theirs = await pay(under, {}, other);
    expect(await refusal(work(theirs))).toBe('not-found');
    expect(await refusal(work(randomUUID()))).toBe('not-found');
    expect(await refusal(work('no id'))).toBe('not-found');
    const paymentId = await pay(under);
    expect(await refusal(work(paymentId, { ownerId: tenant.as.viewer.actor.personId }))).toBe('invalid');
    expect(await refusal(work(paymentId, { ownerId: other.as.finance.actor.personId }))).toBe('invalid');
  });
});

test('totals are per currency, never blended, and each is the sum of the rows that it leads to', async () => {
  const own = await createTenant();
  await pay(under, { displayCurrency: 'EUR' }, own);
  await pay(over, { displayCurrency: 'EUR' }, own);
  await pay({ ...under, displayCurrency: 'USD' }, { displayCurrency: 'USD' }, own);
  const asked = (address: string) => exceptionTotals(own.as.viewer, own.businessId, ask(address));
  const totals = await asked('');
  if (totals.kind !== 'exact') throw new Error('not added up');
  const sums = totals.fields.find(({ field }) => field === 'expected')?.sums ?? [];
  expect(sums.map(({ currency }) => currency).toSorted()).toEqual(['EUR', 'USD']);
  for (const { currency, total, count } of sums) {
    const query = ask(`currency=${currency}`);
    const page = await listExceptions(own.as.viewer, own.businessId, query, 50);
    expect(page.rows).toHaveLength(count);
    expect(page.rows.every((row) => row.currency === currency)).toBe(true);
    const [only] = page.rows;
    if (page.rows.length === 1) expect(total).toBe(only?.expected);
    const again = await asked(`currency=${currency}`);
    const within = again.kind === 'exact' ? again.fields.find(({ field }) => field === 'expected')?.sums : [];
    expect(within).toEqual([{ currency, total, count, known: count }]);
  }
  const other = await createTenant();
  await expect(exceptionTotals(other.as.owner, own.businessId, ask(''))).rejects.toBeInstanceOf(Problem);
});

test('what came in another coin than was chosen is shown without one, and is in no total', async () => {
  const own = await createTenant();
  const inCoin = {
    displayCurrency: undefined,
    expectedDisplayAmount: undefined,
    depositCurrency: 'USDT',
    expectedNetwork: 'TRX',
    expectedDepositAmount: '55',
  };
  const paid = { ...inCoin, actualDisplayAmount: '40.00' };
  const fits = await pay(under, { ...paid, actualDepositAmount: '40' }, own);
  const other = await pay(
    { depositCurrency: 'BTC', network: 'BTC' },
    { ...paid, actualDepositAmount: '0.5' },
    own,
  );
  const found = async (address: string) =>
    (await listExceptions(own.as.viewer, own.businessId, ask(address), 50)).rows;
  const row = (await found('')).find(({ subjectId }) => subjectId === other);
  expect(row).toMatchObject({ currency: 'USDT', expected: '55', actual: '0.5', actualCurrency: null });
  const totals = await exceptionTotals(own.as.viewer, own.businessId, ask(''));
  if (totals.kind !== 'exact') throw new Error('not added up');
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
  expect((await found('actualIn=USDT')).map(({ subjectId }) => subjectId)).toEqual([fits]);
});
