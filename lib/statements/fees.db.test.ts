import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { readFees, readRates } from './index.ts';
import { proposeBasisForm } from './schema.ts';
import { parseRatesQuery } from './schema-rates.ts';
import { proposeBasis } from './set-position.ts';
import { createStatementFixture, toPeriod } from './testing/statement-fixture.ts';

describe('fees', () => {
  const desk = createStatementFixture();
  const read = (period = '2026-10') =>
    readFees(desk.tenant.as.viewer, desk.tenant.businessId, { currency: 'EUR', period: toPeriod(period) });
  const bitcoin = { depositCurrency: 'BTC', network: 'BTC' };
  const tether = { depositCurrency: 'USDT', network: 'ETH' };

  describe('fees', () => {
    test('are shares of what deposits credited that report both, by coin, network, size, month and day', async () => {
      // 23:30 UTC on 30 September is October in Berlin.
      await desk.deposit('2026-09-30T23:30:00Z', {
        ...bitcoin,
        ...{ settlementPayableAmount: '99.5', settlementServiceFee: '0.5', uniformCurrency: 'EUR' },
        ...{
          uniformPayableAmount: '99.5',
          settlementDistributedUserServiceFee: '0.1',
          onChainFee: '0.00001',
        },
      });
      await desk.deposit('2026-10-05T10:00:00Z', {
        ...tether,
        ...{ settlementPayableAmount: '300', settlementServiceFee: '6', uniformCurrency: 'EUR' },
        ...{ uniformPayableAmount: '300', settlementRateDepegLossAmount: '1.25' },
      });
      // Without a fee it is in no share, and a missing value is never zero.
      await desk.deposit('2026-10-05T11:00:00Z', {
        ...tether,
        ...{ settlementPayableAmount: '1000', settlementRateDepegLossAmount: '-0.25' },
      });
      await desk.deposit('2026-10-05T11:00:00Z', { ...tether, settlementCurrency: 'USD' });
      await desk.withdrawal('2026-10-12T10:00:00Z', { withdrawCurrency: 'ETH', withdrawFee: '0.002' });
      const { total, groups, chainCosts, expired } = await read();
      expect(total).toMatchObject({
        ...{ count: 3, credited: '1399.5', fee: '6.5', feeKnown: 2, rate: '1.627', rated: 2 },
        ...{ distributed: '0.1', payerShare: '20', shared: 1, depegLoss: '1', depegKnown: 2 },
      });
      expect(groups.coin).toMatchObject([
        { key: 'BTC', count: 1, rate: '0.5025', rateShare: 251, depegLoss: null, depegShare: 0 },
        { key: 'USDT', count: 2, rate: '2', rated: 1, rateShare: 1000, depegLoss: '1', depegShare: 1000 },
      ]);
      expect(groups.network.map(({ key }) => key)).toEqual(['BTC', 'ETH']);
      expect(groups.band.map(({ key, count }) => [key, count])).toEqual([
        ['10', 1],
        ['100', 1],
        ['', 1],
      ]);
      expect(groups.month.map(({ key }) => key)).toEqual(['2026-10']);
      expect(groups.day.map(({ key, depegLoss }) => [key, depegLoss])).toEqual([
        ['2026-10-01', null],
        ['2026-10-05', '1'],
      ]);
      expect(chainCosts).toEqual([
        { kind: 'deposit', coin: 'BTC', network: 'BTC', count: 1, amount: '0.00001', known: 1 },
        { kind: 'deposit', coin: 'USDT', network: 'ETH', count: 2, amount: null, known: 0 },
        { kind: 'withdrawal', coin: 'ETH', network: '', count: 1, amount: '0.002', known: 1 },
      ]);
      expect(expired).toBe(0);
    });

    test('count amounts of callbacks that are declared credited, and say of how many', async () => {
      await desk.deposit('2026-10-05T10:00:00Z', {
        ...{ ...tether, callbackSettlementAmount: '200', settlementServiceFee: '2' },
      });
      await desk.deposit('2026-10-06T10:00:00Z', {
        ...{ ...tether, settlementPayableAmount: '100', callbackSettlementAmount: '98' },
        settlementServiceFee: '2',
      });
      const readRate = async () => {
        const { rows, declared } = await readRates(
          desk.tenant.as.viewer,
          desk.tenant.businessId,
          parseRatesQuery({ currency: 'EUR', period: '2026-10' }),
        );
        return [
          declared,
          rows.map(({ credited, feeShare, isDeclared }) => [credited.amount, feeShare, isDeclared]),
        ];
      };
      expect((await read()).total).toMatchObject({ credited: '100', rate: '2', rated: 1, declared: 0 });
      expect(await readRate()).toEqual([
        0,
        [
          [null, null, false],
          ['100', '2', false],
        ],
      ]);
      const form = proposeBasisForm.parse({
        ...{
          businessId: desk.tenant.businessId,
          counts: true,
          reason: 'The service confirmed it in writing',
        },
      });
      await desk.answer('basis', (await proposeBasis(desk.tenant.as.owner, form)).proposalId);
      expect((await read()).total).toMatchObject({ credited: '300', rate: '1.3333', rated: 2, declared: 1 });
      expect(await readRate()).toEqual([
        1,
        [
          ['200', '1', true],
          ['100', '2', false],
        ],
      ]);
      expect((await desk.read('2026-10')).figures.change).toBe('300');
    });

    test('are unknown without a deposit, and nobody else’s', async () => {
      expect((await read()).total).toMatchObject({ count: 0, fee: null, rate: null });
      const other = await createTenant();
      await expect(readFees(other.as.owner, desk.tenant.businessId, {})).rejects.toMatchObject({
        code: 'not-found',
      });
    });

    test('without a period are those of the last three months that are over', async () => {
      const { period, currency } = await readFees(desk.tenant.as.viewer, desk.tenant.businessId, {});
      expect(currency).toBe('EUR');
      expect([
        period.kind,
        period.from.slice(8),
        Number(period.to.slice(5, 7)) - Number(period.from.slice(5, 7)),
      ]).toEqual([...['days', '01'], expect.toSatisfy((months: number) => months === 2 || months === -10)]);
    });
  });
});

describe('rates', () => {
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
});
