import { afterAll, describe, expect, test } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { readFees } from './index.ts';
import { createStatementFixture, toPeriod } from './testing/statement-fixture.ts';

afterAll(closeDatabase);

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
      ...{ uniformPayableAmount: '99.5', settlementDistributedUserServiceFee: '0.1', onChainFee: '0.00001' },
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
