import { afterAll, describe, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { readRates } from './index.ts';
import { parseRatesQuery } from './schema-rates.ts';
import { createStatementFixture } from './testing/statement-fixture.ts';

afterAll(closeDatabase);

const desk = createStatementFixture();
const read = (parameters: Record<string, string> = {}) =>
  readRates(
    desk.tenant.as.viewer,
    desk.tenant.businessId,
    parseRatesQuery({ currency: 'EUR', period: '2026-10', ...parameters }),
  );
/** A deposit of half an ether, priced in dollars. */
const ether = (at: string, displayAmount: string, fields: object = {}) =>
  desk.deposit(at, {
    ...{ depositCurrency: 'ETH', depositAmount: '0.5', displayCurrency: 'USD', displayAmount },
    ...{ settlementPayableAmount: '900', settlementServiceFee: '9', uniformCurrency: 'EUR' },
    ...{ uniformPayableAmount: '910', ...fields },
  });
/** The payment expects 2,000 dollars for an ether. */
const expectRate = () =>
  database().payment.updateMany({
    where: { businessId: desk.tenant.businessId },
    data: {
      ...{ displayCurrency: 'USD', expectedDisplayAmount: '1000' },
      ...{ depositCurrency: 'ETH', expectedDepositAmount: '0.5' },
    },
  });

describe('rates of deposits', () => {
  test('are compared with the expected one of the payment, the largest difference first', async () => {
    await expectRate();
    const near = await ether('2026-10-04T10:00:00Z', '1005');
    const below = await ether('2026-10-05T10:00:00Z', '960');
    const far = await ether('2026-10-06T10:00:00Z', '1100.5');
    const other = await ether('2026-10-03T10:00:00Z', '1500', { depositCurrency: 'BTC' });
    const view = await read();
    expect(view).toMatchObject({ count: 4, outliers: 2, unknown: 1, tolerance: '1', next: null });
    expect(view.rows.map(({ depositId, spread, isOutlier }) => [depositId, spread, isOutlier])).toEqual([
      [far, '10.05', true],
      [below, '-4', true],
      [other, null, false],
      [near, '0.5', false],
    ]);
    expect(view.rows[0]).toMatchObject({
      paid: { amount: '0.5', coin: 'ETH' },
      priced: { amount: '1100.5', currency: 'USD', rate: '2201' },
      credited: { amount: '900', currency: 'EUR', rate: '1800' },
      eur: { amount: '910', currency: 'EUR', rate: '1820' },
      ...{ expectedRate: '2000', feeShare: '1' },
    });
    expect((await read({ tolerance: '5' })).outliers).toBe(1);
    expect(parseRatesQuery({ tolerance: 'much' }).tolerance).toBe('1');
  });

  test('are unknown where an amount is, and each page goes on behind the last row', async () => {
    await desk.deposit('2026-10-04T10:00:00Z', { depositCurrency: 'ETH', depositAmount: '0' });
    for (let day = 1; day <= 101; day += 1)
      await ether(`2026-10-05T10:00:00.${String(day).padStart(6, '0')}Z`, '1000');
    await expectRate();
    const first = await read();
    expect([first.count, first.unknown, first.rows.length]).toEqual([102, 1, 100]);
    const second = await read({ after: first.next ?? '' });
    expect(second.rows).toHaveLength(2);
    expect(new Set([...first.rows, ...second.rows].map(({ depositId }) => depositId)).size).toBe(102);
    expect(second).toMatchObject({ isFirst: false, next: null });
  });

  test('are nobody else’s', async () => {
    const other = await createTenant();
    const { businessId } = desk.tenant;
    await expect(readRates(other.as.owner, businessId, parseRatesQuery({}))).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
