import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { setAccountsForm } from './schema.ts';
import { setAccounts } from './set-accounts.ts';
import { createJournalFixture, names, numbers } from './testing/journal-fixture.ts';

describe('a check', () => {
  const { desk, map, check, fillOctober } = createJournalFixture();

  describe('a check', () => {
    test('names what each program refuses in settings that are set', async () => {
      await fillOctober();
      const settings = {
        ...{
          businessId: desk.tenant.businessId,
          posting: 'net',
          accounts: names,
          consultant: '',
          client: '',
        },
        ...{ firstMonth: 1, accountLength: 4, xeroTaxRate: '', bookCurrency: 'EUR' },
      };
      await setAccounts(desk.tenant.as.finance, setAccountsForm.parse(settings));
      expect((await check({ target: 'xero' })).problems).toEqual([
        { problem: 'taxRate', entryId: null, value: '', count: 0 },
      ]);
      await map({ ...numbers, revenue: '0000' });
      expect((await check({ target: 'datev' })).problems).toMatchObject([
        { problem: 'accountFormat', value: '0000', count: 2 },
      ]);
      await map({ ...numbers, revenue: numbers.clearing });
      expect((await check({ target: 'datev' })).problems).toMatchObject([
        { problem: 'sameAccount', value: '1590', count: 2 },
      ]);
      await map({ ...names, withdrawals: 'Assets:Paid\nout' });
      expect((await check({ target: 'hledger' })).problems).toMatchObject([{ problem: 'accountFormat' }]);
      await map({ ...names, withdrawals: 'Assets:PaidOut' });
      const coin = { settlementCurrency: '1INCH', settlementPayableAmount: '3' };
      await desk.deposit('2026-10-05T10:00:00Z', coin);
      expect((await check({ target: 'beancount', currency: '1INCH' })).problems).toMatchObject([
        { problem: 'currency', value: '1INCH' },
      ]);
      expect((await check({ target: 'hledger', currency: '1INCH' })).problems).toEqual([]);
    });

    test('names every problem and every record that is left out, page by page', async () => {
      await desk.deposit('2026-10-05T10:00:00Z', { settlementPayableAmount: '1' });
      const { businessId } = desk.tenant;
      await database().$executeRaw`
      INSERT INTO deposit (business_id, deposit_id, payment_id, status, settlement_currency, settlement_payable_amount,
                           deposit_received_at, sort_at, first_observed_at, changed_at)
      SELECT business_id, gen_random_uuid(), payment_id, status, settlement_currency, CASE WHEN n <= 60 THEN 1 END,
             deposit_received_at, sort_at, first_observed_at, changed_at
        FROM deposit, generate_series(1, 310) AS n WHERE business_id = ${businessId}::uuid`;
      const pages = [];
      for (const page of [0, 1, 2]) pages.push(await check({ target: 'csv' }, { page }));
      const [first] = pages;
      // 61 entries have two accounts each that are not set.
      expect(first).toMatchObject({ problemCount: 122, page: 0, pages: 3 });
      expect(first?.problems).toMatchObject([
        { problem: 'account', value: 'clearing', count: 61 },
        { problem: 'account', value: 'revenue', count: 61 },
      ]);
      const left = pages.flatMap(({ leftOutRecords }) => leftOutRecords);
      expect(new Set(left.map(({ recordId }) => recordId)).size).toBe(250);
    });

    test('names an account that is not set once, and every entry of it page by page', async () => {
      await desk.deposit('2026-10-05T10:00:00Z', { settlementPayableAmount: '1' });
      const { businessId } = desk.tenant;
      await database().$executeRaw`
        INSERT INTO deposit (business_id, deposit_id, payment_id, status, settlement_currency, settlement_payable_amount,
                             deposit_received_at, sort_at, first_observed_at, changed_at)
        SELECT business_id, gen_random_uuid(), payment_id, status, settlement_currency, 1, deposit_received_at, sort_at,
               first_observed_at, changed_at
          FROM deposit, generate_series(1, 249) WHERE business_id = ${businessId}::uuid`;
      await map({ ...names, revenue: '' });
      const shown = [];
      for (const page of [0, 1, 2])
        shown.push(await check({ target: 'csv' }, { shown: { group: 'account revenue', page } }));
      expect(shown[0]).toMatchObject({
        ...{ problemCount: 250, problems: [{ value: 'revenue', count: 250 }], pages: 1 },
        shown: { group: 'account revenue', page: 0, pages: 3 },
      });
      const entryIds = shown.flatMap((one) => one.shown?.entryIds ?? []);
      expect(new Set(entryIds).size).toBe(250);
      expect(await check({ target: 'csv' }, { shown: { group: 'account bank', page: 0 } })).toMatchObject({
        shown: null,
      });
    });

    test('names each entry that the target would refuse', async () => {
      await fillOctober();
      const { problems, problemCount } = await check({ target: 'datev' });
      expect(problemCount).toBe(10);
      expect(problems.filter(({ problem }) => problem === 'account')).toHaveLength(4);
      expect(problems).toContainEqual(expect.objectContaining({ value: 'clearing', count: 4 }));
      expect(problems.filter(({ problem }) => problem === 'datevNumbers')).toHaveLength(1);
      await map({ ...numbers, revenue: '84x0' });
      expect((await check({ target: 'datev' })).problems).toMatchObject([
        { problem: 'accountFormat', count: 2 },
      ]);
      // Accounts have four digits, and those of customers and suppliers five.
      await map({ ...numbers, revenue: '84000', withdrawals: '146000' });
      expect((await check({ target: 'datev' })).problems).toMatchObject([
        { problem: 'accountFormat', value: '146000' },
      ]);
      await map({ ...names, bank: 'Assets:Bank  two' });
      expect((await check({ target: 'hledger' })).problems).toMatchObject([
        { problem: 'accountFormat', value: 'Assets:Bank  two' },
      ]);
    });
  });
});

describe('a kept run', () => {
  const { desk, map, check, run, fillOctober } = createJournalFixture();

  test('is checked as it is replaced', async () => {
    await map(names);
    await fillOctober();
    const { runId } = await run({ target: 'csv' });
    expect(await check({ target: 'csv' })).toMatchObject({ entries: 0, movements: 0, change: '0' });
    // The replacement has all entries, also one that the program refuses now.
    await map({ ...names, bank: '' });
    expect(await check({ target: 'csv', replaces: runId })).toMatchObject({
      ...{ entries: 4, movements: 4, change: '13', problems: [{ problem: 'account', value: 'bank' }] },
    });
    await expect(run({ target: 'csv', replaces: runId })).rejects.toMatchObject({ code: 'conflict' });
    await map(names);
    await run({ target: 'csv', replaces: runId });
    await expect(check({ target: 'csv', replaces: runId })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a run can’t be changed or removed in the database, and is replaced once', async () => {
    await map(names);
    await fillOctober();
    const { runId } = await run({ target: 'csv' });
    const where = { businessId: desk.tenant.businessId, runId };
    const { journalRun } = database();
    await expect(journalRun.deleteMany({ where })).rejects.toThrow('only grows');
    for (const data of [{ body: new Uint8Array([1]) }, { manifest: '{}' }, { held: '' }, { entries: 7 }])
      await expect(journalRun.updateMany({ where, data }), Object.keys(data)[0]).rejects.toThrow(
        'only grows',
      );
    const second = await run({ target: 'csv', replaces: runId });
    expect(await journalRun.count({ where: { ...where, replacedBy: second.runId } })).toBe(1);
    await expect(journalRun.updateMany({ where, data: { replacedBy: null } })).rejects.toThrow('only grows');
  });
});
