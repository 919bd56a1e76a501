import { beforeAll, describe, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { listCondition } from '#lib/lists/definition.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { prepareQuery } from '#lib/lists/prepare-query.ts';
import { listBuiltInViews } from '#lib/saved-views/index.ts';
import { paymentList } from '../schema/list.ts';
import { unpaidConditions } from './expiry-sql.ts';
import { countPayments, listPayments, paymentDefinition } from './list.ts';

describe('filters', () => {
  const query = (text = ''): ListQuery => {
    const parameters = new URLSearchParams(text);
    return parseListQuery(paymentList, (name) => parameters.get(name)).query;
  };

  test('filters amounts in their own currency only, to the last digit', async () => {
    const own = await createTenant();
    for (const [displayCurrency, expectedDisplayAmount] of [
      ['EUR', '10'],
      ['EUR', '10.000000000000000001'],
      ['EUR', '9.999999999999999999'],
      ['USD', '10'],
      ['EUR', null],
    ] as const)
      await insertPayment(own.businessId, { displayCurrency, expectedDisplayAmount });
    const found = async (text: string) => {
      const { rows } = await listPayments(own.as.viewer, own.businessId, query(text));
      return rows.map((row) => `${row.displayCurrency} ${row.expectedDisplayAmount}`).sort();
    };
    expect(await found('expectedDisplayAmount=EUR:10..')).toEqual(['EUR 10', 'EUR 10.000000000000000001']);
    expect(await found('expectedDisplayAmount=EUR:..10')).toEqual(['EUR 10', 'EUR 9.999999999999999999']);
    expect(await found('expectedDisplayAmount=USD:10')).toEqual(['USD 10']);
    expect(await found('expectedDisplayAmount=CHF:1..')).toEqual([]);
  });

  test('finds paid payments without a EUR amount, also when none was reported since', async () => {
    const own = await createTenant();
    const ids = new Map<string, string>();
    for (const [what, actualUniformAmount, confirmedDepositCount] of [
      ['nothing told', null, 1],
      ['told before it came', '0', 1],
      ['told', '12.5', 1],
      ['nothing came', '0', 0],
      ['nothing came, nothing told', null, 0],
    ] as const)
      ids.set(await insertPayment(own.businessId, { actualUniformAmount, confirmedDepositCount }), what);
    const { rows } = await listPayments(own.as.viewer, own.businessId, query('derived=no-eur'));
    const found = rows.map(({ paymentId }) => ids.get(paymentId));
    expect(found.toSorted()).toEqual(['nothing told', 'told before it came']);
  });

  test('filters relative days in the time zone of the business', async () => {
    const own = await createTenant();
    await database().business.update({
      where: { id: own.businessId },
      data: { timeZone: 'Pacific/Kiritimati' },
    });
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const dayThere = (at: Date) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati', dateStyle: 'short' }).format(at);
    const times = [0, 12, 24, 36, 24 * 6, 24 * 8].map(ago);
    for (const at of times) await insertPayment(own.businessId, { sortAt: at, paymentInitiatedAt: at });
    const count = async (text: string) =>
      (await countPayments(own.as.viewer, own.businessId, query(text))).count;
    const today = dayThere(ago(0));
    expect(await count('paymentInitiatedAt=today')).toBe(times.filter((at) => dayThere(at) === today).length);
    expect(await count(`paymentInitiatedAt=${today}`)).toBe(await count('paymentInitiatedAt=today'));
    expect(await count('paymentInitiatedAt=yesterday')).toBe(
      times.filter((at) => dayThere(at) === dayThere(ago(24))).length,
    );
    expect(await count('paymentInitiatedAt=last-7-days')).toBe(5);
    expect(await count('paymentInitiatedAt=last-30-days')).toBe(6);
    expect(
      (await count('paymentInitiatedAt=this-month')) + (await count('paymentInitiatedAt=last-month')),
    ).toBe(6);
  });

  test('begins a day whose first hour occurs twice with the first of them', async () => {
    const own = await createTenant();
    // In the night to 25 October 2026 the Azores set their clocks back from one to midnight, so that hour occurs
    // twice.
    await database().business.update({
      where: { id: own.businessId },
      data: { timeZone: 'Atlantic/Azores' },
    });
    for (const time of [
      '2026-10-24T23:59:59Z',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
      '2026-10-26T00:59:59Z',
    ])
      await insertPayment(own.businessId, { sortAt: new Date(time), paymentInitiatedAt: new Date(time) });
    const count = async (days: string) =>
      (await countPayments(own.as.viewer, own.businessId, query(`paymentInitiatedAt=${days}`))).count;
    expect(await count('2026-10-24')).toBe(1);
    expect(await count('2026-10-25')).toBe(3);
    expect(await count('2026-10-26')).toBe(0);
  });

  test('pages both ways when sorted by an amount, with unknown amounts last', async () => {
    const own = await createTenant();
    const amounts = ['5', '5', '1.000000000000000001', '1', '1000000000000', null, '20', null, '7', null];
    for (const expectedDisplayAmount of amounts)
      await insertPayment(own.businessId, { displayCurrency: 'EUR', expectedDisplayAmount });
    await insertPayment(own.businessId, { displayCurrency: 'USD', expectedDisplayAmount: '3' });
    for (const [way, sorted] of [
      ['asc', ['1', '1.000000000000000001', '5', '5', '7', '20', '1000000000000', null, null, null]],
      ['desc', ['1000000000000', '20', '7', '5', '5', '1.000000000000000001', '1', null, null, null]],
    ] as const) {
      const text = `displayCurrency=EUR&sort=expectedDisplayAmount.${way}`;
      for (const size of [1, 3, 4, 7, 20]) {
        const page = (more: string) => listPayments(own.as.viewer, own.businessId, query(text + more), size);
        const forwards = [await page('')];
        for (let after = forwards[0]?.after; after; after = forwards.at(-1)?.after)
          forwards.push(await page(`&after=${after}`));
        expect(forwards.some((one) => one.isCursorInvalid)).toBe(false);
        expect(forwards.flatMap((one) => one.rows.map((row) => row.expectedDisplayAmount))).toEqual(sorted);
        const backwards = [forwards.at(-1)];
        for (let before = backwards[0]?.before; before; before = backwards[0]?.before)
          backwards.unshift(await page(`&before=${before}`));
        expect(backwards.map((one) => one?.rows)).toEqual(forwards.map((one) => one.rows));
      }
    }
  });

  test('ordered by amount across currencies, the EUR value decides and unknown values come last', async () => {
    const own = await createTenant();
    for (const [displayCurrency, expectedDisplayAmount, expectedUniformAmount] of [
      ['JPY', '10000', '60'],
      ['EUR', '70', '70'],
      ['USD', '1000000', null],
      ['USD', '65', '61.5'],
    ] as const)
      await insertPayment(own.businessId, { displayCurrency, expectedDisplayAmount, expectedUniformAmount });
    const list = async (way: string) =>
      (
        await listPayments(own.as.viewer, own.businessId, query(`sort=expectedDisplayAmount.${way}`))
      ).rows.map((row) => row.expectedDisplayAmount);
    expect(await list('desc')).toEqual(['70', '65', '10000', '1000000']);
    expect(await list('asc')).toEqual(['10000', '65', '70', '1000000']);
  });

  test('allows only people who may see risk detail to filter by missing assessments', async () => {
    const own = await createTenant();
    const [assessed, never] = [await insertPayment(own.businessId), await insertPayment(own.businessId)];
    const deposit = await insertDeposit(own.businessId, assessed);
    await insertDeposit(own.businessId, never);
    await database().depositRisk.create({
      data: { businessId: own.businessId, depositId: deposit, assessment: { addressOwner: null } },
    });
    const asked = query('assessment=never');
    const seen = async (role: 'viewer' | 'finance' | 'compliance' | 'owner') =>
      (await listPayments(own.as[role], own.businessId, asked)).rows.map((row) => row.paymentId).sort();
    expect(await seen('compliance')).toEqual([never]);
    expect(await seen('owner')).toEqual([never]);
    expect(await seen('viewer')).toEqual([assessed, never].sort());
    expect(await seen('finance')).toEqual([assessed, never].sort());
    expect((await countPayments(own.as.finance, own.businessId, asked)).count).toBe(2);
  });

  test('finds payments that expire soon or have expired, by a reported or an estimated expiry', async () => {
    const own = await createTenant();
    const names = new Map<string, string>();
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const open = { type: 'ONE_TIME', status: 'AWAITING', paymentInitiatedAt: minutesAgo(60) };
    for (const [name, fields] of [
      ['estimated soon', { ...open, expirationMinutes: 90n }],
      ['7 days', { ...open, expirationMinutes: 0n }],
      ['end of 7 days', { ...open, paymentInitiatedAt: minutesAgo(7 * 1440 - 60), expirationMinutes: 0n }],
      ['reported soon', { ...open, expirationMinutes: 30n, expirationTime: minutesAgo(-60) }],
      ['estimated past', { ...open, expirationMinutes: 30n }],
      ['covered', { ...open, expirationMinutes: 30n, confirmedDepositCount: 1, coverage: 'exact' }],
      ['reported past', { ...open, status: 'EXPIRED', expirationMinutes: null }],
      [
        'paid late',
        {
          ...open,
          status: 'EXPIRED',
          expirationTime: minutesAgo(-60),
          confirmedDepositCount: 1,
          coverage: 'over',
        },
      ],
      ['deposited', { ...open, status: 'DEPOSITED', expirationMinutes: 30n }],
      ['reusable', { ...open, type: 'REUSABLE', expirationMinutes: 30n }],
      ['far too long', { ...open, expirationMinutes: 999_999_999_999_999n }],
      ['unknown', { ...open, expirationMinutes: null }],
    ] as const)
      names.set(await insertPayment(own.businessId, fields), name);
    const found = async (text: string) => {
      const { rows } = await listPayments(own.as.viewer, own.businessId, query(text));
      return rows.map(({ paymentId }) => names.get(paymentId)).toSorted();
    };
    expect(await found('expires=soon')).toEqual(['end of 7 days', 'estimated soon', 'reported soon']);
    expect(await found('expires=past')).toEqual(['estimated past', 'reported past']);
    // The views that each person has from the start.
    const views = new Map(listBuiltInViews('payments').map((view) => [view.viewId, view.query]));
    const inView = (viewId: string) => found(views.get(viewId) ?? '');
    expect(await inView('expiring-soon')).toEqual(await found('expires=soon'));
    expect(await inView('expired')).toEqual(await found('expires=past'));
    expect(await found('expires=soon,past')).toHaveLength(5);
    expect(await found('expires=other')).toEqual([]);
  });
});

describe('the plan of expiring payments', () => {
  let tenant: Tenant;

  // Checkouts that are used again stay NEW for years, so most payments with an open status never expire.
  beforeAll(async () => {
    tenant = await createTenant();
    await databasePool().query(
      `INSERT INTO payment (business_id, payment_id, type, status, payment_initiated_at, expiration_minutes, sort_at,
        first_observed_at, changed_at)
     SELECT $1, gen_random_uuid(), CASE WHEN n % 10 = 0 THEN 'REUSABLE' ELSE 'ONE_TIME' END,
            CASE WHEN n % 10 = 0 THEN 'NEW' WHEN n < 100 THEN 'AWAITING' ELSE 'CONFIRMED' END, at, 60, at, at, at
       FROM generate_series(1, 10000) n, LATERAL (SELECT now() - n * interval '1 minute' AS at) AS times`,
      [tenant.businessId],
    );
    await databasePool().query('ANALYZE payment');
  });

  test('reads only payments that can expire for the filter of those that expire soon', async () => {
    const { businessId } = tenant;
    const { query } = parseListQuery(paymentList, (name) => (name === 'expires' ? 'soon' : null));
    const prepared = await prepareQuery(paymentDefinition, businessId, query);
    const statement = new Statement();
    const where = listCondition(paymentDefinition, statement, businessId, prepared);
    expect(where).toContain(unpaidConditions.open);
    const { rows } = await databasePool().query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT FROM ${paymentDefinition.from} WHERE ${where} LIMIT 10001`,
      statement.values,
    );
    expect(rows.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/ (?:on|using) payment_open_idx/);
  });
});
