import { expect, test } from 'vitest';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import type { Amount, Total } from '#lib/values/amount.ts';
import { plus, zeroTotal } from '#lib/values/total.ts';
import { findRecordedAmount, findRequestedSum } from '../model.ts';
import type { PaymentRow } from '../schema/fields.ts';
import { paymentList } from '../schema/list.ts';
import { countPayments, listPayments } from './list.ts';
import { calculatePaymentTotals, readPaymentTotals } from './totals.ts';

const parseAddress = (address: string) => {
  const parameters = new URLSearchParams(address);
  return parseListQuery(paymentList, (name) => parameters.get(name)).query;
};

const cells = { expected: findRequestedSum, actual: findRecordedAmount } as const;
const filters = { expected: 'pricedIn', actual: 'actualIn' } as const;

const added = (amounts: readonly (Amount | Total | undefined)[]) =>
  amounts.some((one) => one !== undefined)
    ? amounts.reduce<Total>((sum, one) => (one === undefined ? sum : plus(sum, one)), zeroTotal)
    : null;

test('returns each total as the sum of its column in one currency, with a link to its rows', async () => {
  const tenant = await createTenant();
  const { businessId } = tenant;
  let digit = 0;
  const amount = () => {
    digit += 1;
    return `${digit}.000000000000000000000000000001`;
  };
  // All combinations of reported and missing prices and deposits.
  for (const displayCurrency of [null, 'EUR', 'XAU'])
    for (const depositCurrency of [null, 'USDT', 'BTC'])
      for (const [isPrice, isCoins, isCome] of [0, 1, 2, 3, 4, 5, 6, 7].map((n) => [n & 1, n & 2, n & 4]))
        for (const currencyMismatch of [null, true])
          await insertPayment(businessId, {
            displayCurrency,
            depositCurrency,
            currencyMismatch,
            expectedDisplayAmount: isPrice ? amount() : null,
            expectedDepositAmount: isCoins ? amount() : null,
            actualDisplayAmount: isCome ? amount() : null,
            actualDepositAmount: isCome ? amount() : null,
            recordSeen: true,
          });
  // The record reported an amount of 0 before the deposit, or has no deposit at all.
  for (const displayCurrency of [null, 'EUR'])
    for (const confirmedDepositCount of [0, 1])
      await insertPayment(businessId, {
        displayCurrency,
        depositCurrency: 'BTC',
        actualDisplayAmount: '0',
        actualDepositAmount: '0.00',
        confirmedDepositCount,
        recordSeen: true,
      });
  const readRows = async (address: string): Promise<readonly PaymentRow[]> => {
    const page = await listPayments(tenant.as.viewer, businessId, parseAddress(address), 200);
    expect(page.after).toBeNull();
    return page.rows;
  };
  const all = await readRows('');
  const totals = await readPaymentTotals(tenant.as.viewer, businessId, parseAddress(''));
  if (totals.kind !== 'exact') throw new Error('there are few');
  for (const field of ['expected', 'actual'] as const) {
    const sums = totals.fields.find((one) => one.field === field)?.sums ?? [];
    const amounts = all.flatMap((row) => cells[field](row) ?? []);
    const currencies = new Set(amounts.map(({ currency }) => currency));
    expect(new Set(sums.filter(({ known }) => known > 0).map(({ currency }) => currency))).toEqual(
      currencies,
    );
    expect(sums.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
    for (const { currency, count, known, total } of sums) {
      const own = amounts.filter((one) => one.currency === currency);
      if (currency === null) {
        expect(total).toBeNull();
        continue;
      }
      expect(known).toBe(own.length);
      expect(total).toBe(added(own.map((one) => one.amount)));
      const address = `${filters[field]}=${currency}`;
      const rows = await readRows(address);
      expect(rows).toHaveLength(count);
      expect(await countPayments(tenant.as.viewer, businessId, parseAddress(address))).toEqual({
        count,
        more: false,
      });
      const shown = rows.map((row) => cells[field](row));
      expect(shown.every((one) => one === null || one.currency === currency)).toBe(true);
      expect(added(shown.map((one) => one?.amount))).toBe(total);
    }
  }
  // Deposits in another coin are in no total, and no amount filter in the selected coin finds them.
  const inCoin = await readRows('actualDepositAmount=USDT:0..');
  expect(inCoin.length).toBeGreaterThan(0);
  expect(inCoin.some((row) => row.currencyMismatch === true)).toBe(false);
  expect((await readRows('actualDepositAmount=USDT:1..')).length).toBe(inCoin.length);
});

test('totals the service fees and the net credited amounts of the listed payments, each confirmed deposit once', async () => {
  const tenant = await createTenant();
  const { businessId } = tenant;
  const figures = [
    ['EUR', '1.000000000000000000000000000001', '40', 'CONFIRMED'],
    ['EUR', '2', null, 'CONFIRMED'],
    ['USDT', '0.5', '9.5', 'CONFIRMED'],
    // Not confirmed, so no row of the list includes it.
    ['EUR', '100', '100', 'COMPLIANCE_REVIEW'],
  ] as const;
  for (const status of ['DEPOSITED', 'EXPIRED']) {
    const paymentId = await insertPayment(businessId, {
      status,
      confirmedDepositCount: 3,
      depositCount: 4,
      recordSeen: true,
    });
    for (const [settlementCurrency, settlementServiceFee, settlementPayableAmount, depositStatus] of figures)
      await insertDeposit(businessId, paymentId, {
        status: depositStatus,
        settlementCurrency,
        settlementServiceFee,
        settlementPayableAmount,
      });
  }
  const read = async (address: string) => {
    const query = parseAddress(address);
    const totals = await readPaymentTotals(tenant.as.viewer, businessId, query);
    if (totals.kind !== 'exact') throw new Error('there are few');
    for await (const progress of calculatePaymentTotals(tenant.as.viewer, businessId, query))
      expect(progress).toEqual({ rows: totals.rows, done: true, fields: totals.fields });
    const { rows } = await listPayments(tenant.as.viewer, businessId, query, 200);
    for (const figure of ['serviceFee', 'netCredited'] as const) {
      const sums = totals.fields.find(({ field }) => field === figure)?.sums ?? [];
      // The rows add to the total.
      for (const { currency, total } of sums)
        expect(total).toBe(
          added(
            rows.flatMap(({ settledSums }) =>
              settledSums.flatMap((sum) => (sum.currency === currency ? (sum[figure] ?? []) : [])),
            ),
          ),
        );
    }
    return totals.fields.slice(-2);
  };
  expect(await read('status=DEPOSITED')).toEqual([
    {
      field: 'serviceFee',
      sums: [
        { currency: 'EUR', count: 2, known: 2, total: '3.000000000000000000000000000001' },
        { currency: 'USDT', count: 1, known: 1, total: '0.5' },
      ],
    },
    {
      field: 'netCredited',
      sums: [
        { currency: 'EUR', count: 2, known: 1, total: '40' },
        { currency: 'USDT', count: 1, known: 1, total: '9.5' },
      ],
    },
  ]);
  expect(await read('')).toMatchObject([
    { sums: [{ currency: 'EUR', total: '6.000000000000000000000000000002' }, { total: '1' }] },
    { sums: [{ currency: 'EUR', count: 4, known: 2, total: '80' }, { total: '19' }] },
  ]);
});
