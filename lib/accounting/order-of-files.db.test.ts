import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { addSigned, signedAmount } from '#lib/values/signed.ts';
import type { Posting } from './model/journal.ts';
import { createJournalFixture, forgetRuns, names } from './testing/journal-fixture.ts';
import { readDoubleEntry } from './testing/read-journals.ts';

const { desk, map, run, fetchText } = createJournalFixture();

const months = ['2026-09', '2026-10', '2026-11', '2026-12'] as const;
type Balances = Readonly<Record<string, string>>;

/** Changes of a deposit of September, of which 100 were received, after the close of each month. */
const changes = {
  amounts: [
    { settlementPayableAmount: '94', settlementServiceFee: '4.5' },
    { settlementPayableAmount: '93', settlementServiceFee: '5' },
    { settlementPayableAmount: '91', settlementServiceFee: '6.25' },
  ],
  status: [
    { status: 'REJECTED' },
    { status: 'CONFIRMED', settlementServiceFee: '5' },
    { settlementPayableAmount: '91' },
  ],
} as const;

const toBalances = (service: string, sales: string, fee: string, difference: string): Balances => ({
  ...{ 'Assets:Service': service, 'Income:Sales': sales },
  ...{ 'Expenses:Service': fee, 'Expenses:Differences': difference },
});
const toNet = (service: string, sales: string): Balances => ({
  ...{ 'Assets:Service': service, 'Income:Sales': sales },
});

/** What the file of each month has. */
const booked: Readonly<Record<keyof typeof changes, Readonly<Record<Posting, readonly Balances[]>>>> = {
  amounts: {
    net: [toNet('95', '-95'), toNet('-1', '1'), toNet('-1', '1'), toNet('-2', '2')],
    gross: [
      toBalances('95', '-100', '4', '1'),
      toBalances('-1', '0', '0.5', '0.5'),
      toBalances('-1', '0', '0.5', '0.5'),
      toBalances('-2', '0', '1.25', '0.75'),
    ],
  },
  status: {
    net: [toNet('95', '-95'), toNet('-95', '95'), toNet('95', '-95'), toNet('-4', '4')],
    gross: [
      toBalances('95', '-100', '4', '1'),
      toBalances('-95', '100', '-4', '-1'),
      { ...toNet('95', '-100'), 'Expenses:Service': '5' },
      { ...toNet('-4', '0'), 'Expenses:Differences': '4' },
    ],
  },
};
const total = {
  amounts: { net: toNet('91', '-91'), gross: toBalances('91', '-100', '6.25', '2.75') },
  status: { net: toNet('91', '-91'), gross: toBalances('91', '-100', '5', '4') },
};

/** Closed months in each order, and the open one after them, before them and between. */
const orders = [
  ...['09 10 11 12', '09 11 10 12', '10 09 11 12', '10 11 09 12', '11 09 10 12', '11 10 09 12'],
  ...['12 11 10 09', '09 12 10 11', '10 12 11 09'],
].map((order) => order.split(' ').map((month) => `2026-${month}`));

const addUp = (files: readonly Balances[]): Balances => {
  const sums: Record<string, string> = {};
  for (const [account, amount] of files.flatMap((file) => Object.entries(file)))
    sums[account] = addSigned(signedAmount(sums[account] ?? '0'), signedAmount(amount));
  return sums;
};

/** Closes September to November, with a change of the deposit after each close. */
async function closeMonths(found: (typeof changes)[keyof typeof changes]): Promise<void> {
  const { businessId } = desk.tenant;
  const at = new Date('2026-09-05T10:00:00Z');
  const depositId = await desk.deposit('2026-09-05T10:00:00Z', {
    ...{ settlementPayableAmount: '95', settlementServiceFee: '4', displayCurrency: 'EUR' },
    ...{ displayAmount: '100', sortAt: at, depositReceivedAt: at },
  });
  await desk.open('2026-09-01', '0');
  for (const [index, data] of found.entries()) {
    await desk.close(months[index] ?? '');
    await database().deposit.updateMany({
      where: { businessId, depositId },
      data: { ...data, changedAt: new Date() },
    });
  }
}

const post = async (period: string, replaces = '') => {
  const { runId } = await run({ target: 'csv', period, replaces });
  return { runId, balances: readDoubleEntry(await fetchText(runId)) };
};
const refuseAll = async () => {
  for (const month of months) await expect(post(month)).rejects.toThrow('nothing to export');
};

test.each([
  { posting: 'net', changed: 'amounts', some: orders.slice(0, 6) },
  { posting: 'gross', changed: 'amounts', some: orders },
  { posting: 'gross', changed: 'status', some: orders.slice(5) },
] as const)(
  'a file of a month has the same in any order: $posting posting, after changes of $changed',
  async ({ posting, changed, some }) => {
    await map(names, posting);
    await closeMonths(changes[changed]);
    for (const order of some) {
      const files = new Map<string, Balances>();
      for (const month of order) files.set(month, (await post(month)).balances);
      const found = months.map((month) => files.get(month));
      expect(found, order.join(' ')).toEqual(booked[changed][posting]);
      expect(addUp([...files.values()])).toEqual(total[changed][posting]);
      await refuseAll();
      await forgetRuns({ businessId: desk.tenant.businessId });
    }
  },
);

test('a replacement has the same after later files', async () => {
  await map(names, 'gross');
  await closeMonths(changes.amounts);
  const october = booked.amounts.gross[1];
  for (const month of ['2026-11', '2026-09']) await post(month);
  const { runId } = await post('2026-10');
  await post('2026-12');
  expect((await post('2026-10', runId)).balances).toEqual(october);
  await refuseAll();
});
