import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import { matchItems, undoMatch } from '#lib/reconciliation/matches.ts';
import { endMatchForm, matchForm } from '#lib/reconciliation/schema.ts';
import { recordSettlementForm, removeSettlementForm } from '#lib/statements/schema.ts';
import { recordSettlement, removeSettlement } from '#lib/statements/settlements.ts';
import { fetchRun } from './index.ts';
import type { Posting } from './model/journal.ts';
import { createJournalFixture, names, numbers } from './testing/journal-fixture.ts';
import { readDatev, readDoubleEntry, readHledger, readTable } from './testing/read-journals.ts';

const { desk, map, check, run, fetchBody, fetchText } = createJournalFixture();

const credit = (settlementPayableAmount: string, euro: string | null, fields: object = {}) =>
  desk.deposit('2026-10-05T10:00:00Z', {
    ...{ settlementCurrency: 'USDT', settlementPayableAmount },
    ...(euro !== null && { uniformCurrency: 'EUR', uniformPayableAmount: euro }),
    ...fields,
  });

const settle = async (day: string, amount: string, currency = 'USDT'): Promise<string> => {
  const { businessId, as } = desk.tenant;
  const form = { businessId, currency, day, amount, reference: randomUUID() };
  return (await recordSettlement(as.finance, recordSettlementForm.parse(form))).lineId;
};

const match = async (lineIds: readonly string[], recordIds: readonly string[], currency = 'USDT') => {
  const { businessId, as } = desk.tenant;
  const form = { businessId, currency, lineIds, recordIds, reason: 'The bank kept a fee' };
  return (await matchItems(as.finance, matchForm.parse(form))).matchId;
};

const undo = (matchId: string) =>
  undoMatch(desk.tenant.as.finance, endMatchForm.parse({ businessId: desk.tenant.businessId, matchId }));

const close = () => desk.close('2026-10', 'USDT');

const tables = ['xero', 'quickbooks', 'netsuite'] as const;
const post = async (target: (typeof tables)[number], rate: string, period = '2026-10', rest: object = {}) =>
  readTable(target, await fetchText((await run({ target, currency: 'USDT', rate, period, ...rest })).runId))
    .balances;

/** The balances of an account of DATEV in euros, and its entries. */
const postDatev = async (currency: string, rate: string) => {
  const { rows } = readDatev(await fetchBody((await run({ target: 'datev', currency, rate })).runId));
  const cents = (text: string) => BigInt(text.replace(/[,. EUR]/g, ''));
  const sums: Record<string, bigint> = {};
  for (const { amount, currency, base, account, contra } of rows) {
    const euros = cents(currency === 'EUR' ? amount : base);
    sums[account] = (sums[account] ?? 0n) + euros;
    sums[contra] = (sums[contra] ?? 0n) - euros;
  }
  return Object.fromEntries(Object.entries(sums).map(([account, sum]) => [account, String(sum)]));
};

describe.each<Posting>(['net', 'gross'])('with %s posting', (posting) => {
  const facts =
    posting === 'net'
      ? {}
      : {
          ...{
            settlementServiceFee: '0',
            displayCurrency: 'USDT',
            displayAmount: '100',
            uniformServiceFee: '0',
          },
        };

  test.each(tables)(
    'a settlement in %s books what its deposits were worth beyond its own rate',
    async (target) => {
      await map(names, posting);
      const depositIds = [await credit('100', '92.1234', facts), await credit('100', '91.2', facts)];
      await match([await settle('2026-10-30', '199.5')], depositIds);
      expect(await post(target, '0.9')).toEqual({
        // 92.1234 + 91.2 − 200 × 0.9 is 3.3234.
        ...{ 'Assets:Service': '0', 'Income:Sales': '-183.32', 'Assets:Bank': '179.55' },
        ...{ 'Expenses:Bank': '0.45', 'Expenses:Exchange': '3.32' },
      });
    },
  );

  test('a settlement in DATEV books it in euros, for a coin and for a foreign currency', async () => {
    await map(numbers, posting);
    await match([await settle('2026-10-30', '100')], [await credit('100', '92.126', facts)]);
    expect(await postDatev('USDT', '0.9')).toEqual({
      ...{ '1590': '0', '8400': '-9213', '1200': '9000', '2150': '213' },
    });
    const inDollars = { settlementCurrency: 'USD', ...(posting === 'gross' && { displayCurrency: 'USD' }) };
    const depositIds = [
      await credit('100', '92.126', { ...facts, ...inDollars }),
      await credit('100', '92.126', { ...facts, ...inDollars }),
    ];
    await match([await settle('2026-10-30', '200', 'USD')], depositIds, 'USD');
    expect(await postDatev('USD', '0.95')).toEqual({
      // 2 × 92.13 is 184.26, 200 × 0.95 is 190, and 184.252 − 190 is −5.748. The cent is in the rounding entry.
      ...{ '1590': '0', '8400': '-18426', '1200': '19000', '2150': '-575', '2660': '1' },
    });
  });
});

test('files with exact digits have no rate, and so no difference', async () => {
  await map(names);
  await match([await settle('2026-10-30', '100')], [await credit('100', '92')]);
  const csv = await run({ target: 'csv', currency: 'USDT', rate: '0.9' });
  expect(readDoubleEntry(await fetchText(csv.runId))).toEqual({
    ...{ 'Assets:Service': '0', 'Income:Sales': '-100', 'Assets:Bank': '100' },
  });
  const hledger = await run({ target: 'hledger', currency: 'USDT', rate: '0.9' });
  expect(readHledger(await fetchText(hledger.runId)).balances).not.toHaveProperty('Expenses:Exchange');
});

test('lines of one match divide what its deposits are worth to the last digit', async () => {
  await map(names);
  const lineIds = [
    await settle('2026-10-29', '33.333333'),
    await settle('2026-10-30', '33.333333'),
    await settle('2026-11-02', '33.333334'),
  ];
  await match(lineIds, [await credit('100', '92.155')]);
  expect(await post('xero', '0.9')).toMatchObject({ 'Expenses:Exchange': '1.44' });
  const november = await post('xero', '0.95', '2026-11');
  expect(november).toMatchObject({ 'Assets:Bank': '31.67' });
  const runs = await database().journalRun.findMany({ where: { businessId: desk.tenant.businessId } });
  const held = runs.flatMap((one) => one.held.split('\n').map((text) => text.split(' ')));
  const units = held.reduce((sum, [, , , , , , value = '0']) => {
    const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
    const size = BigInt(whole + fraction.padEnd(30, '0'));
    return value.startsWith('-') ? sum - size : sum + size;
  }, 0n);
  expect(units).toBe(0n);
});

test('a deposit of an earlier file has the value that the file booked', async () => {
  await map(names, 'net', 'USD');
  const depositId = await credit('100', '92');
  expect(await post('quickbooks', '1.01')).toMatchObject({ 'Assets:Service': '101' });
  await match([await settle('2026-11-03', '100')], [depositId]);
  expect(await post('quickbooks', '0.99', '2026-11')).toEqual({
    ...{ 'Assets:Service': '-101', 'Assets:Bank': '99', 'Expenses:Exchange': '2' },
  });
});

test('a settlement without a match has no difference until it has one, and no longer once it is undone', async () => {
  await map(names);
  const depositId = await credit('100', '92');
  const lineId = await settle('2026-10-30', '100');
  expect(await post('xero', '0.9')).not.toHaveProperty('Expenses:Exchange');
  const matchId = await match([lineId], [depositId]);
  expect(await post('xero', '')).toEqual({ 'Assets:Service': '-2', 'Expenses:Exchange': '2' });
  await expect(run({ target: 'xero', currency: 'USDT' })).rejects.toMatchObject({ code: 'conflict' });
  await undo(matchId);
  expect(await post('xero', '')).toEqual({ 'Assets:Service': '2', 'Expenses:Exchange': '-2' });
});

test('a replacement with another rate books the difference to that rate', async () => {
  await map(names);
  await match([await settle('2026-10-30', '100')], [await credit('100', '92')]);
  const first = await run({ target: 'xero', currency: 'USDT', rate: '0.9' });
  expect(await post('xero', '0.93', '2026-10', { replaces: first.runId })).toEqual({
    ...{ 'Assets:Service': '0', 'Income:Sales': '-92', 'Assets:Bank': '93', 'Expenses:Exchange': '-1' },
  });
});

test('needs its account only where there is a difference, and is named by it in the manifest', async () => {
  await map({ ...names, exchangeDifferences: '' });
  const depositId = await credit('100', '92');
  await match([await settle('2026-10-30', '100')], [depositId]);
  const choice = { target: 'xero', currency: 'USDT', rate: '0.9' } as const;
  expect((await check(choice)).problems).toMatchObject([
    { problem: 'account', value: 'exchangeDifferences' },
  ]);
  expect((await check({ ...choice, rate: '0.92' })).problems).toEqual([]);
  await map(names);
  const { runId } = await run(choice);
  const { as, businessId } = desk.tenant;
  const { body } = await fetchRun(as.accountant, businessId, runId, 'manifest');
  const manifest = z.object({ booked: z.object({ exact: z.string() }), change: z.string() });
  expect(manifest.parse(JSON.parse(new TextDecoder().decode(body)))).toEqual({
    ...{ booked: { exact: '0' }, change: '0' },
  });
});

describe('after the close of a period', () => {
  /** A settlement of a deposit that was worth 92, in a file from before the close. */
  const fileBeforeClose = async (choice: object, period = '2026-10') => {
    await map(names);
    const depositId = await credit('100', '92', { sortAt: movedAt, depositReceivedAt: movedAt });
    const lineId = await settle('2026-10-30', '100');
    const matchId = await match([lineId], [depositId]);
    expect(await post('xero', '0.9', period, choice)).toMatchObject({ 'Expenses:Exchange': '2' });
    await close();
    return { lineId, matchId, depositId };
  };
  const movedAt = new Date('2026-10-25T10:00:00Z');
  const remove = async ({ lineId, matchId }: { readonly lineId: string; readonly matchId: string }) => {
    const { businessId, as } = desk.tenant;
    await undo(matchId);
    const form = { businessId, lineId, reason: 'It was of another business' };
    await removeSettlement(as.finance, removeSettlementForm.parse(form));
  };
  const refuseEmpty = (period: string, rest: object = {}) =>
    expect(run({ target: 'xero', currency: 'USDT', period, rate: '0.95', ...rest })).rejects.toThrow(
      'nothing to export',
    );

  test.each(['event', 'day', 'period'] as const)(
    'a file from before it is kept in a further one when a settlement is removed, with entries for each %s',
    async (mode) => {
      await remove(await fileBeforeClose({ mode }));
      await refuseEmpty('2026-10', { mode });
      expect(await post('xero', '0.95', '2026-11', { mode })).toEqual({
        ...{ 'Assets:Service': '92', 'Assets:Bank': '-95', 'Expenses:Exchange': '3' },
      });
      await refuseEmpty('2026-10', { mode });
      await refuseEmpty('2026-11', { mode });
    },
  );

  test('a file of closed and open days reverses a removed settlement in the open ones', async () => {
    const period = '2026-10-20..2026-11-10';
    await remove(await fileBeforeClose({}, period));
    const { runId } = await run({ target: 'xero', currency: 'USDT', period, rate: '0.95' });
    const { balances, days } = readTable('xero', await fetchText(runId));
    expect(balances).toEqual({
      ...{ 'Assets:Service': '92', 'Assets:Bank': '-95', 'Expenses:Exchange': '3' },
    });
    expect(new Set(days)).toEqual(new Set(['2026-11-01']));
    await refuseEmpty(period);
  });

  test('a match that is made or undone later without a change of the position changes no file', async () => {
    const { matchId, lineId, depositId } = await fileBeforeClose({});
    await undo(matchId);
    for (const period of ['2026-10', '2026-11']) await refuseEmpty(period);
    await match([lineId], [depositId]);
    for (const period of ['2026-10', '2026-11']) await refuseEmpty(period);
    expect(await post('quickbooks', '0.9')).toMatchObject({ 'Expenses:Exchange': '2' });
  });

  test('a replacement of a file from before it keeps the difference of a settlement that is removed', async () => {
    const lines = await fileBeforeClose({});
    await remove(lines);
    const { runId } = await database().journalRun.findFirstOrThrow({
      where: { businessId: desk.tenant.businessId },
    });
    expect(await post('xero', '0.9', '2026-10', { replaces: runId })).toEqual({
      ...{ 'Assets:Service': '0', 'Income:Sales': '-92', 'Assets:Bank': '90', 'Expenses:Exchange': '2' },
    });
    expect(await post('xero', '0.95', '2026-11')).toEqual({
      ...{ 'Assets:Service': '92', 'Assets:Bank': '-95', 'Expenses:Exchange': '3' },
    });
  });

  test.each([
    ['2026-10', '2026-11'],
    ['2026-10-20..2026-11-10', '2026-10-20..2026-11-10'],
  ])(
    'a deposit that changes later leaves the difference of its settlement in %s as it was',
    async (first, open) => {
      const { depositId } = await fileBeforeClose({}, first);
      await database().deposit.updateMany({
        where: { depositId },
        data: { settlementPayableAmount: '90', uniformPayableAmount: '82.8', changedAt: new Date() },
      });
      expect(await post('xero', '0.95', open)).toEqual({ 'Assets:Service': '-9.5', 'Income:Sales': '9.5' });
      await refuseEmpty(first);
      await refuseEmpty(open);
    },
  );

  test('a settlement matched between a file and the close has its difference in the closed days', async () => {
    await map(names);
    const depositId = await credit('100', '92');
    const lineId = await settle('2026-10-30', '100');
    expect(await post('xero', '0.9')).not.toHaveProperty('Expenses:Exchange');
    await match([lineId], [depositId]);
    await close();
    expect(await post('xero', '')).toEqual({ 'Assets:Service': '-2', 'Expenses:Exchange': '2' });
  });

  test('a match that is made later has its difference in the open period, whichever file is first', async () => {
    await map(names);
    const depositId = await credit('100', '92');
    const lineId = await settle('2026-10-30', '99');
    await close();
    await match([lineId], [depositId]);
    const files: object[] = [];
    for (const period of ['2026-11', '2026-10', '2026-11']) files.push(await post('xero', '0.9', period));
    expect(files).toEqual([
      { 'Assets:Service': '-0.9', 'Expenses:Bank': '0.9' },
      { 'Assets:Service': '2.9', 'Income:Sales': '-92', 'Assets:Bank': '89.1' },
      { 'Assets:Service': '-2', 'Expenses:Exchange': '2' },
    ]);
  });

  test('a settlement that is recorded late has its difference in the open period', async () => {
    await map(names);
    const depositId = await credit('100', '92');
    await close();
    expect(await post('xero', '')).toEqual({ 'Assets:Service': '92', 'Income:Sales': '-92' });
    await match([await settle('2026-10-30', '100')], [depositId]);
    await expect(run({ target: 'xero', currency: 'USDT' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await post('xero', '0.95', '2026-11')).toEqual({
      ...{ 'Assets:Service': '-92', 'Assets:Bank': '95', 'Expenses:Exchange': '-3' },
    });
    const further = { target: 'xero', currency: 'USDT', period: '2026-11', rate: '0.95' } as const;
    await expect(run(further)).rejects.toMatchObject({ code: 'conflict' });
  });

  test.each(['before', 'after'])(
    'a settlement that is removed gives back its difference, with a file from %s it',
    async (when) => {
      await map(names);
      const depositId = await credit('100', '92');
      const lineId = await settle('2026-10-30', '100');
      const matchId = await match([lineId], [depositId]);
      const first = { 'Assets:Service': '0', 'Income:Sales': '-92', 'Assets:Bank': '90' };
      if (when === 'after') await close();
      expect(await post('xero', '0.9')).toEqual({ ...first, 'Expenses:Exchange': '2' });
      if (when === 'before') await close();
      const { businessId, as } = desk.tenant;
      await undo(matchId);
      await removeSettlement(
        as.finance,
        removeSettlementForm.parse({ businessId, lineId, reason: 'It was of another business' }),
      );
      expect(await post('xero', '0.95', '2026-11')).toEqual({
        // 95 − 90 − 2 is 3, so that the deposit is worth 92 again.
        ...{ 'Assets:Service': '92', 'Assets:Bank': '-95', 'Expenses:Exchange': '3' },
      });
      await expect(run({ target: 'xero', currency: 'USDT', rate: '0.9' })).rejects.toMatchObject({
        code: 'conflict',
      });
    },
  );

  test('a forced match of a settlement has its difference in the open period', async () => {
    await map(names);
    const depositId = await credit('100', '92');
    const lineId = await settle('2026-10-30', '99');
    await close();
    expect(await post('xero', '0.9')).toMatchObject({ 'Assets:Service': '2.9', 'Assets:Bank': '89.1' });
    await match([lineId], [depositId]);
    expect(await post('xero', '0.95', '2026-11')).toEqual({
      ...{ 'Assets:Service': '-2.9', 'Expenses:Bank': '0.95', 'Expenses:Exchange': '1.95' },
    });
  });

  test('a settlement recorded by hand has no difference if it is matched without a change of the position', async () => {
    await map(names);
    const depositId = await credit('100', '92');
    const lineId = await settle('2026-10-30', '100');
    await close();
    expect(await post('xero', '0.9')).toMatchObject({ 'Assets:Service': '2', 'Assets:Bank': '90' });
    await match([lineId], [depositId]);
    for (const period of ['2026-10', '2026-11'])
      await expect(run({ target: 'xero', currency: 'USDT', period, rate: '0.9' })).rejects.toMatchObject({
        code: 'conflict',
      });
  });

  test('a settlement before its deposit counts as a file of earlier days has it', async () => {
    await map(names);
    const lineId = await settle('2026-10-30', '99');
    await close();
    expect(await post('xero', '0.9')).toEqual({ 'Assets:Service': '-89.1', 'Assets:Bank': '89.1' });
    const depositId = await desk.deposit('2026-11-05T10:00:00Z', {
      ...{ settlementCurrency: 'USDT', settlementPayableAmount: '100' },
      ...{ uniformCurrency: 'EUR', uniformPayableAmount: '92' },
    });
    await match([lineId], [depositId]);
    expect(await post('xero', '0.95', '2026-11')).toEqual({
      ...{ 'Assets:Service': '89.1', 'Income:Sales': '-92' },
      ...{ 'Expenses:Bank': '0.95', 'Expenses:Exchange': '1.95' },
    });
  });

  test.each(['event', 'day'] as const)(
    'a settlement takes out what an adjusted deposit is worth, with entries for each %s',
    async (mode) => {
      await map(names);
      const depositId = await credit('100', '92');
      await close();
      expect(await post('xero', '', '2026-10', { mode })).toMatchObject({ 'Assets:Service': '92' });
      await database().deposit.updateMany({
        where: { depositId },
        data: { settlementPayableAmount: '90', uniformPayableAmount: '82.8', changedAt: new Date() },
      });
      await match([await settle('2026-11-05', '90')], [depositId]);
      expect(await post('xero', '0.95', '2026-11', { mode })).toEqual({
        // The deposit is worth 92 − 10 × 0.95, and 90 × 0.95 arrived.
        ...{ 'Assets:Service': '-92', 'Income:Sales': '9.5', 'Assets:Bank': '85.5' },
        ...{ 'Expenses:Exchange': '-3' },
      });
    },
  );
});
