import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { emptySettings } from './model/targets.ts';
import { accountingSettings } from './schema.ts';
import { createJournalFixture, names, numbers } from './testing/journal-fixture.ts';
import { readDatev, readDoubleEntry, readHledger } from './testing/read-journals.ts';

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

  describe('of a closed period', () => {
    const change = (depositId: string, data: object) =>
      database().deposit.updateMany({
        where: { businessId: desk.tenant.businessId, depositId },
        data: { ...data, changedAt: new Date() },
      });
    const closeOctober = async (): Promise<void> => {
      await desk.open('2026-10-01', '0');
      await desk.close('2026-10');
    };
    /** Moves what happened so far two hours back. */
    const passHours = () =>
      database().$transaction(async (transaction) => {
        const { businessId } = desk.tenant;
        await transaction.$executeRaw`SET LOCAL session_replication_role = 'replica'`;
        await transaction.$executeRaw`UPDATE period_close SET closed_at = closed_at - interval '2 hours' WHERE business_id = ${businessId}::uuid`;
        await transaction.$executeRaw`UPDATE deposit SET changed_at = changed_at - interval '2 hours' WHERE business_id = ${businessId}::uuid`;
      });
    const post = async (period: string, currency = 'EUR') =>
      readDoubleEntry(await fetchText((await run({ target: 'csv', period, currency })).runId));
    const refuseEmpty = (period: string) =>
      expect(run({ target: 'csv', period })).rejects.toMatchObject({ code: 'conflict' });

    test('books a deposit that arrives later with all its parts, in the open period', async () => {
      await map(names, 'gross');
      await received('99');
      await closeOctober();
      await post('2026-10');
      await received('100', { changedAt: new Date() });
      expect(await post('2026-11')).toEqual({
        ...{ 'Assets:Service': '95', 'Income:Sales': '-100' },
        ...{ 'Expenses:Service': '4', 'Expenses:Differences': '1' },
      });
      await refuseEmpty('2026-10');
      await refuseEmpty('2026-11');
    });

    test('keeps what its file booked, and adjusts by the change of each part', async () => {
      await map(names, 'gross');
      const depositId = await received('100');
      await received('99');
      await closeOctober();
      const october = {
        ...{ 'Assets:Service': '190', 'Income:Sales': '-199' },
        ...{ 'Expenses:Service': '8', 'Expenses:Differences': '1' },
      };
      expect(await post('2026-10')).toEqual(october);
      // Its credited amount is the same, so the statement has no adjustment.
      await change(depositId, { displayAmount: '102' });
      await refuseEmpty('2026-10');
      expect(await post('2026-11')).toEqual({ 'Income:Sales': '-2', 'Expenses:Differences': '2' });
      await change(depositId, { settlementPayableAmount: '94.5', settlementServiceFee: '4.25' });
      await refuseEmpty('2026-10');
      expect(await post('2026-11')).toEqual({
        ...{ 'Assets:Service': '-0.5', 'Income:Sales': '0' },
        ...{ 'Expenses:Service': '0.25', 'Expenses:Differences': '0.25' },
      });
      await refuseEmpty('2026-11');
      // Both replaced files hold the same again.
      const held = (await database().journalRun.findMany({ orderBy: { number: 'asc' } })).filter(
        ({ businessId }) => businessId === desk.tenant.businessId,
      );
      const again = await run({ target: 'csv', period: '2026-10', replaces: held[0]?.runId ?? '' });
      expect(readDoubleEntry(await fetchText(again.runId))).toEqual(october);
    });

    test('takes every part back when the deposit leaves the period', async () => {
      await map(names, 'gross');
      const depositId = await received('100');
      await closeOctober();
      await post('2026-10');
      await change(depositId, { status: 'REJECTED' });
      expect(await post('2026-11')).toEqual({
        ...{ 'Assets:Service': '-95', 'Income:Sales': '100' },
        ...{ 'Expenses:Service': '-4', 'Expenses:Differences': '-1' },
      });
      await refuseEmpty('2026-11');
    });

    test('books the same in total when its own file is written after the adjustment', async () => {
      await map(names, 'gross');
      const depositId = await received('100');
      await closeOctober();
      await change(depositId, { settlementServiceFee: '4.5' });
      // Fee 4 is what the close stored.
      expect(await post('2026-11')).toEqual({
        ...{ 'Expenses:Service': '0.5', 'Expenses:Differences': '-0.5', 'Income:Sales': '0' },
      });
      expect(await post('2026-10')).toEqual({
        ...{ 'Assets:Service': '95', 'Income:Sales': '-100' },
        ...{ 'Expenses:Service': '4', 'Expenses:Differences': '1' },
      });
      await refuseEmpty('2026-11');
      await refuseEmpty('2026-10');
    });

    test('books an adjustment once that a close within the days has stored, beside a later one', async () => {
      await map(names, 'gross');
      const at = new Date('2026-09-05T10:00:00Z');
      const depositId = await received('100', { sortAt: at, depositReceivedAt: at });
      await desk.open('2026-09-01', '0');
      await desk.close('2026-09');
      await post('2026-09');
      await change(depositId, { settlementPayableAmount: '94' });
      await desk.close('2026-10');
      await change(depositId, { settlementPayableAmount: '93.5' });
      expect(await post('2026-10-01..2026-11-10')).toEqual({
        ...{ 'Assets:Service': '-1.5', 'Expenses:Differences': '1.5', 'Income:Sales': '0' },
      });
    });

    describe('in a file of several closed periods', () => {
      const adjusted = {
        ...{ 'Assets:Service': '94', 'Income:Sales': '-102' },
        ...{ 'Expenses:Service': '4.5', 'Expenses:Differences': '3.5' },
      };
      const adjust = async (depositId: string): Promise<void> => {
        await change(depositId, { settlementPayableAmount: '94', settlementServiceFee: '4.5' });
        await desk.close('2026-11');
      };

      test('books all parts of an adjustment in a later one', async () => {
        await map(names, 'gross');
        const depositId = await received('102');
        await closeOctober();
        await adjust(depositId);
        expect(await post('2026-10-01..2026-11-30')).toEqual(adjusted);
        await refuseEmpty('2026-10-01..2026-11-30');
        await refuseEmpty('2026-12');
      });

      test('books all parts of an adjustment before the last one, on the day of its amount', async () => {
        await map(names, 'gross');
        const at = new Date('2026-09-05T10:00:00Z');
        const depositId = await received('102', { sortAt: at, depositReceivedAt: at });
        await desk.open('2026-09-01', '0');
        await desk.close('2026-09');
        await change(depositId, { settlementPayableAmount: '94', settlementServiceFee: '4.5' });
        await desk.close('2026-10');
        await desk.close('2026-11');
        const { runId } = await run({ target: 'csv', period: '2026-09-01..2026-11-30' });
        const text = await fetchText(runId);
        expect(readDoubleEntry(text)).toEqual(adjusted);
        expect(text).toMatch(/2026-10-01.*Expenses:Service/);
        expect(text).not.toMatch(/2026-11-01/);
      });

      test('books a change of the fee alone, also after an earlier close', async () => {
        await map(names, 'gross');
        await desk.open('2026-09-01', '0');
        await desk.close('2026-09');
        const depositId = await received('100');
        await desk.close('2026-10');
        await change(depositId, { settlementServiceFee: '4.5' });
        await desk.close('2026-11');
        expect(await post('2026-10-01..2026-11-30')).toEqual({
          ...{ 'Assets:Service': '95', 'Income:Sales': '-100' },
          ...{ 'Expenses:Service': '4.5', 'Expenses:Differences': '0.5' },
        });
      });

      test('books changes before and after the amount received of them, beside open days', async () => {
        await map(names, 'gross');
        const depositId = await received('100');
        const other = await received('100');
        await closeOctober();
        await change(other, { displayAmount: '102' });
        await passHours();
        await adjust(depositId);
        await passHours();
        expect(await post('2026-10-01..2026-12-31')).toEqual({
          ...{ 'Assets:Service': '189', 'Income:Sales': '-202' },
          ...{ 'Expenses:Service': '8.5', 'Expenses:Differences': '4.5' },
        });
        await refuseEmpty('2026-10-01..2026-12-31');
        await change(depositId, { settlementServiceFee: '5' });
        expect(await post('2026-10-01..2026-12-31')).toEqual({
          ...{ 'Expenses:Service': '0.5', 'Expenses:Differences': '-0.5', 'Income:Sales': '0' },
        });
      });
    });

    test('is decided by the files of the same program', async () => {
      await map(names);
      const depositId = await received('100');
      await closeOctober();
      await post('2026-10');
      await map(names, 'gross');
      const hledger = await run({ target: 'hledger', period: '2026-10' });
      expect(readHledger(await fetchText(hledger.runId)).balances).toMatchObject({
        ...{ 'Income:Sales': '-100 EUR', 'Expenses:Service': '4 EUR' },
      });
      await change(depositId, { settlementPayableAmount: '94', settlementServiceFee: '4.5' });
      expect(await post('2026-11')).toEqual({ 'Assets:Service': '-1', 'Income:Sales': '1' });
      const later = await run({ target: 'hledger', period: '2026-11' });
      expect(readHledger(await fetchText(later.runId)).balances).toEqual({
        ...{ 'Assets:Service': '-1 EUR', 'Income:Sales': '0 EUR' },
        ...{ 'Expenses:Service': '0.5 EUR', 'Expenses:Differences': '0.5 EUR' },
      });
    });

    test('stays net where its file was net', async () => {
      await map(names);
      const depositId = await received('100');
      await closeOctober();
      await post('2026-10');
      await map(names, 'gross');
      await change(depositId, { settlementPayableAmount: '94', settlementServiceFee: '4.5' });
      expect(await post('2026-11')).toEqual({ 'Assets:Service': '-1', 'Income:Sales': '1' });
    });

    test('books no revenue for a fee of a deposit whose credited amount is not reported', async () => {
      await map(names, 'gross');
      await received('99');
      const depositId = await received('100', {
        settlementPayableAmount: null,
        settlementServiceFee: null,
      });
      await closeOctober();
      await post('2026-10');
      await change(depositId, { settlementServiceFee: '4' });
      await refuseEmpty('2026-11');
      // Also once a close has stored the fee as an adjustment.
      await desk.close('2026-11');
      await change(depositId, { settlementServiceFee: '4.5' });
      await refuseEmpty('2026-12');
    });

    test('books a fee that a close stored before the credited amount was reported', async () => {
      await map(names, 'gross');
      const depositId = await received('100', {
        settlementPayableAmount: null,
        callbackSettlementAmount: '90',
      });
      await closeOctober();
      await change(depositId, { settlementPayableAmount: '95' });
      await desk.close('2026-11');
      expect(await post('2026-11')).toEqual({
        ...{ 'Assets:Service': '95', 'Income:Sales': '-100' },
        ...{ 'Expenses:Service': '4', 'Expenses:Differences': '1' },
      });
    });

    test('takes every part back when no amount is credited any more', async () => {
      await map(names, 'gross');
      const depositId = await received('100');
      await closeOctober();
      await post('2026-10');
      await change(depositId, { settlementPayableAmount: null });
      expect(await post('2026-11')).toEqual({
        ...{ 'Assets:Service': '-95', 'Income:Sales': '100' },
        ...{ 'Expenses:Service': '-4', 'Expenses:Differences': '-1' },
      });
      await desk.close('2026-11');
      await change(depositId, { settlementServiceFee: '4.5' });
      await refuseEmpty('2026-12');
    });

    test('adjusts the fee of a deposit of which nothing is left to credit', async () => {
      await map(names, 'gross');
      const depositId = await received('4', { settlementPayableAmount: '0' });
      await closeOctober();
      await post('2026-10');
      await change(depositId, { settlementServiceFee: '3.5' });
      const taken = { 'Expenses:Service': '-0.5', 'Expenses:Differences': '0.5', 'Income:Sales': '0' };
      expect(await post('2026-11')).toEqual(taken);
      await desk.close('2026-11');
      await refuseEmpty('2026-11');
      await change(depositId, { settlementServiceFee: '3' });
      expect(await post('2026-12')).toEqual(taken);
    });

    const inDollars = { displayCurrency: 'USD', displayAmount: '115' };
    test.each([
      ['the same display currency', '110', inDollars, { revenue: '-115', difference: null }],
      ['another display currency', '110', {}, { revenue: '-116.16', difference: '1.16' }],
      ['nothing left to credit', '0', inDollars, { revenue: '-115', difference: '110' }],
    ])('moves to another currency whole, with %s', async (_, payable, fields, { revenue, difference }) => {
      await map(names, 'gross');
      await received('99', { settlementCurrency: 'USD', displayCurrency: 'USD' });
      const depositId = await received('100', { displayPayableAmount: '95', displayServiceFee: '4' });
      await closeOctober();
      await desk.close('2026-10', 'USD');
      await post('2026-10');
      await post('2026-10', 'USD');
      const credited = { settlementPayableAmount: payable, settlementServiceFee: '5' };
      await change(depositId, { settlementCurrency: 'USD', ...credited, ...fields });
      await desk.close('2026-11', 'USD');
      await desk.close('2026-11');
      expect(await post('2026-11', 'USD')).toEqual({
        ...(payable === '0' ? {} : { 'Assets:Service': payable }),
        ...{ 'Income:Sales': revenue, 'Expenses:Service': '5' },
        ...(difference === null ? {} : { 'Expenses:Differences': difference }),
      });
      expect(await post('2026-11')).toEqual({
        ...{ 'Assets:Service': '-95', 'Income:Sales': '100' },
        ...{ 'Expenses:Service': '-4', 'Expenses:Differences': '-1' },
      });
    });

    test('names an adjusted deposit without a fee', async () => {
      await map(names, 'gross');
      await closeOctober();
      const depositId = await received('99', { settlementServiceFee: null, changedAt: new Date() });
      const { problems } = await check({ target: 'csv', period: '2026-11' });
      expect(problems).toMatchObject([{ problem: 'grossUnknown', value: depositId }]);
    });
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
