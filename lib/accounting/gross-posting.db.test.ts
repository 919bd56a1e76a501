import { afterAll, describe, expect, test } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { emptySettings } from './model/targets.ts';
import { accountingSettings } from './schema.ts';
import { createJournalFixture, names, numbers } from './testing/journal-fixture.ts';
import { readDatev, readDoubleEntry } from './testing/read-journals.ts';

afterAll(closeDatabase);

const { desk, map, check, run, fetchBody, fetchText } = createJournalFixture();

describe('gross posting', () => {
  const received = (displayAmount: string, fields: object = {}) =>
    desk.deposit('2026-10-05T10:00:00Z', {
      ...{ settlementPayableAmount: '95', settlementServiceFee: '4', displayCurrency: 'EUR', displayAmount },
      ...fields,
    });

  test('makes revenue the amount received, row by row, and books a difference to its account', async () => {
    await map(names, 'gross');
    await received('99');
    await received('100');
    await received('98.5');
    await desk.withdrawal('2026-10-07T10:00:00Z', { deductedSettlementAmount: '5' });
    expect(await check({ target: 'csv' })).toMatchObject({ movements: 4, change: '280', problems: [] });
    const { runId } = await run({ target: 'csv' });
    expect(readDoubleEntry(await fetchText(runId))).toEqual({
      ...{ 'Assets:Service': '280', 'Assets:Paid out': '5', 'Income:Sales': '-297.5' },
      ...{ 'Expenses:Service': '12', 'Expenses:Differences': '0.5' },
    });
    // The position is that of the statement.
    expect((await desk.read('2026-10')).figures.change).toBe('280');
    // Net posting takes the fees and differences back.
    await map(names);
    const { runId: next } = await run({ target: 'csv' });
    expect(readDoubleEntry(await fetchText(next))).toEqual({
      ...{ 'Income:Sales': '12.5', 'Expenses:Service': '-12', 'Expenses:Differences': '-0.5' },
    });
  });

  test('compares in display currency, and converts a difference by the credited amounts of the deposit', async () => {
    await map(names, 'gross');
    const inDollars = { displayCurrency: 'USD', displayPayableAmount: '190', displayServiceFee: '8' };
    await received('198', inDollars);
    await received('201', inDollars);
    const { runId } = await run({ target: 'csv' });
    expect(readDoubleEntry(await fetchText(runId))).toEqual({
      ...{ 'Assets:Service': '190', 'Income:Sales': '-199.5' },
      ...{ 'Expenses:Service': '8', 'Expenses:Differences': '1.5' },
    });
  });

  test('refuses a deposit without its fee or the amount received, by name', async () => {
    await map(names, 'gross');
    await received('99');
    const depositIds = [
      await received('99', { settlementServiceFee: null }),
      await received('99', { displayAmount: null }),
      await received('99', { displayCurrency: 'USD' }),
    ];
    const { problems } = await check({ target: 'csv' });
    expect(problems.map(({ problem, value }) => `${problem} ${value}`).toSorted()).toEqual(
      depositIds.map((id) => `grossUnknown ${id}`).toSorted(),
    );
    await expect(run({ target: 'csv' })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('refuses an adjustment of a closed period, whose parts at the close are not known', async () => {
    await map(names, 'gross');
    await desk.open('2026-10-01', '0');
    await desk.close('2026-10');
    const depositId = await received('99', { changedAt: new Date('2027-01-01T00:00:00Z') });
    const { problems } = await check({ target: 'csv', period: '2026-11' });
    expect(problems).toMatchObject([{ problem: 'grossAdjustment', value: depositId }]);
  });

  test('is net for accounts that were stored before it, and rounds only the position', async () => {
    const { posting, accounts, ...others } = emptySettings;
    const { serviceFees, grossDifferences, ...stored } = accounts;
    expect([posting, serviceFees, grossDifferences]).toEqual(['net', '', '']);
    expect(accountingSettings.parse({ ...others, accounts: stored })).toEqual(emptySettings);
    await map(numbers, 'gross');
    await received('99.009', { settlementPayableAmount: '95.004', settlementServiceFee: '4.004' });
    await received('99.01', { settlementPayableAmount: '95.004', settlementServiceFee: '3.99' });
    const { runId } = await run({ target: 'datev', mode: 'day' });
    const { rows } = readDatev(await fetchBody(runId));
    expect(rows.map(({ amount, account, contra }) => [amount, account, contra])).toEqual([
      ['190,01', '1590', '8400'],
      ['7,99', '4970', '8400'],
      ['0,02', '4990', '8400'],
    ]);
  });
});
