import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { withSnapshotReader } from '#lib/database/snapshot-reader.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { proposePeriodReopening } from '#lib/statements/close-period.ts';
import { writeRun } from './make-run.ts';
import type { Posting } from './model/journal.ts';
import { journalModes, postings } from './model/journal.ts';
import { readBefore } from './prepare-run.ts';
import { startRunForm } from './schema.ts';
import { createJournalFixture, names } from './testing/journal-fixture.ts';
import { readDoubleEntry, readTable } from './testing/read-journals.ts';

const { desk, choose, map, run, fetchText } = createJournalFixture();

type Rest = Partial<Parameters<typeof run>[0]>;

const fetchEntries = async (period: string, rest: Rest = {}) =>
  fetchText((await run({ target: 'csv', period, ...rest })).runId);
const post = async (period: string, rest: Rest = {}) => readDoubleEntry(await fetchEntries(period, rest));
const refuseEmpty = (period: string, rest: Rest = {}) =>
  expect(run({ target: 'csv', period, ...rest })).rejects.toThrow('nothing to export');

const received = (displayAmount: string, fields: object = {}) =>
  desk.deposit('2026-10-25T10:00:00Z', {
    ...{ settlementPayableAmount: '95', settlementServiceFee: '4', displayCurrency: 'EUR', displayAmount },
    ...fields,
  });
const change = (depositId: string, data: object) =>
  database().deposit.updateMany({
    where: { businessId: desk.tenant.businessId, depositId },
    data: { ...data, changedAt: new Date() },
  });
const closeOctober = async (): Promise<string> => {
  await desk.open('2026-10-01', '0');
  return desk.close('2026-10');
};
const parts = { 'Expenses:Service': '4', 'Expenses:Differences': '1' };
const reversedParts = { 'Expenses:Service': '-4', 'Expenses:Differences': '-1' };

/** A deposit leaves its closed period: another status, and nothing of the amount received is known. */
const reject = { status: 'REJECTED', displayAmount: null } as const;

describe.each<Posting>(postings)('a file from before the close, with %s posting', (posting) => {
  const isGross = posting === 'gross';
  const booked = { 'Assets:Service': '95', 'Income:Sales': isGross ? '-100' : '-95', ...(isGross && parts) };
  const reversed = {
    ...{ 'Assets:Service': '-95', 'Income:Sales': isGross ? '100' : '95' },
    ...(isGross && reversedParts),
  };

  test.each(journalModes)(
    'is kept in a further one when a deposit is removed later, with entries for each %s',
    async (mode) => {
      await map(names, posting);
      const depositId = await received('100');
      expect(await post('2026-10', { mode })).toEqual(booked);
      await closeOctober();
      await change(depositId, reject);
      await refuseEmpty('2026-10', { mode });
      const text = await fetchEntries('2026-11', { mode });
      expect(readDoubleEntry(text)).toEqual(reversed);
      if (mode === 'event') expect(text).toContain('Adjustment of a deposit of 2026-10-25');
      await refuseEmpty('2026-10', { mode });
      await refuseEmpty('2026-11', { mode });
    },
  );

  test('of closed and open days reverses it in the open ones', async () => {
    const period = '2026-10-20..2026-11-10';
    await map(names, posting);
    const depositId = await received('100');
    expect(await post(period)).toEqual(booked);
    await closeOctober();
    await change(depositId, reject);
    const text = await fetchEntries(period);
    expect(readDoubleEntry(text)).toEqual(reversed);
    expect(text).not.toContain(',2026-10-');
    await refuseEmpty(period);
  });

  test('is replaced by one with the same entries, beside the reversal in the open period', async () => {
    await map(names, posting);
    const depositId = await received('100');
    const { runId } = await run({ target: 'csv' });
    await closeOctober();
    await change(depositId, reject);
    expect(await post('2026-11')).toEqual(reversed);
    expect(await post('2026-10', { replaces: runId })).toEqual(booked);
    await refuseEmpty('2026-11');
  });

  test('gets what changed before the close in the closed days, because the close has it', async () => {
    await map(names, posting);
    const depositId = await received('100');
    const other = await received('100');
    await post('2026-10');
    await change(depositId, { status: 'REJECTED' });
    await closeOctober();
    expect(await post('2026-10')).toEqual(reversed);
    await refuseEmpty('2026-11');
    await change(other, reject);
    await refuseEmpty('2026-10');
    expect(await post('2026-11')).toEqual(reversed);
    expect((await desk.read('2026-10')).figures.change).toBe('95');
    expect((await desk.read('2026-11')).figures.change).toBe('-95');
  });

  test('gets what the next revision of the close no longer has in its days, and later facts in the open period', async () => {
    const { businessId, as } = desk.tenant;
    await map(names, posting);
    const depositId = await received('100');
    const other = await received('100');
    await post('2026-10');
    const closeId = await closeOctober();
    const form = { businessId, closeId, reason: 'A deposit was of another business' };
    await desk.answer('reopening', (await proposePeriodReopening(as.finance, form)).proposalId);
    await change(depositId, { status: 'REJECTED' });
    await desk.close('2026-10');
    expect(await post('2026-10')).toEqual(reversed);
    await change(other, reject);
    await refuseEmpty('2026-10');
    expect(await post('2026-11')).toEqual(reversed);
  });
});

test('gross posting books a later amount received in the open period, also where the file is from before the close', async () => {
  await map(names, 'gross');
  const depositId = await received('100');
  await post('2026-10');
  await closeOctober();
  await change(depositId, { displayAmount: '102' });
  await refuseEmpty('2026-10');
  expect(await post('2026-11')).toEqual({ 'Expenses:Differences': '2', 'Income:Sales': '-2' });
  await refuseEmpty('2026-11');
});

test('gross posting of closed and open days books a later amount received in the open ones', async () => {
  const period = '2026-10-20..2026-11-10';
  await map(names, 'gross');
  const depositId = await received('100');
  await post(period);
  await closeOctober();
  await change(depositId, { displayAmount: '102' });
  const text = await fetchEntries(period);
  expect(readDoubleEntry(text)).toEqual({ 'Expenses:Differences': '2', 'Income:Sales': '-2' });
  expect(text).not.toContain(',2026-10-');
  await refuseEmpty(period);
});

test('a withdrawal whose status changes after the close is reversed in the open period', async () => {
  const { businessId } = desk.tenant;
  await map(names);
  const withdrawalId = await desk.withdrawal('2026-10-07T10:00:00Z', { deductedSettlementAmount: '5.75' });
  expect(await post('2026-10')).toEqual({ 'Assets:Service': '-5.75', 'Assets:Paid out': '5.75' });
  await closeOctober();
  await database().withdrawal.updateMany({
    where: { businessId, withdrawalId },
    data: { status: 'FAILED', changedAt: new Date() },
  });
  await refuseEmpty('2026-10');
  expect(await post('2026-11')).toEqual({ 'Assets:Service': '5.75', 'Assets:Paid out': '-5.75' });
});

test('sums of a closed period stay when the service no longer reports the EUR of a removed deposit', async () => {
  const { businessId, as } = desk.tenant;
  await map(names);
  const inCoins = { settlementCurrency: 'USDT', uniformCurrency: 'EUR', uniformPayableAmount: '92' };
  const depositId = await received('100', inCoins);
  await received('100', inCoins);
  const write = async () => {
    const before = { ...(await readBefore(businessId)), maximum: 1 };
    const choice = { target: 'xero', currency: 'USDT', mode: 'day' } as const;
    const input = startRunForm.parse(choose(choice));
    const by = as.accountant.actor.personId;
    return withSnapshotReader((readSnapshot) =>
      inTransaction((transaction) =>
        writeRun(transaction, as.accountant, { businessId, before, by, readSnapshot }, input),
      ),
    );
  };
  const { file } = await write();
  expect(readTable('xero', await fetchText(file?.runId ?? '')).balances).toEqual({
    ...{ 'Assets:Service': '184', 'Income:Sales': '-184' },
  });
  await desk.close('2026-10', 'USDT');
  await change(depositId, { uniformPayableAmount: null });
  expect(await write()).toEqual({ file: null, withoutRate: 0 });
});

const cents = (text = '0'): number => Math.round(Number(text) * 100);

/** Steps after the close: a change of a deposit, or a file of a period. */
const steps = fc.array(
  fc.oneof(
    fc.record({
      deposit: fc.nat(2),
      data: fc.constantFrom(
        { status: 'REJECTED' },
        { status: 'CONFIRMED' },
        { displayAmount: '103' },
        { displayAmount: '99.5' },
        { settlementPayableAmount: '94' },
        { settlementServiceFee: '4.5' },
        { settlementPayableAmount: '94.5', settlementServiceFee: '5' },
      ),
    }),
    fc.constantFrom('2026-10', '2026-11'),
  ),
  { minLength: 4, maxLength: 10 },
);

test.each(
  fc
    .sample(
      fc.record({ steps, mode: fc.constantFrom(...journalModes), posting: fc.constantFrom(...postings) }),
      {
        numRuns: 12,
        seed: 42,
      },
    )
    .map((one, index) => ({ ...one, index })),
)(
  'files hold each later fact once, in the open period: $index, $posting posting, for each $mode',
  async ({ steps: found, mode, posting }) => {
    const { businessId } = desk.tenant;
    await map(names, posting);
    const depositIds = [await received('100'), await received('99'), await received('101')];
    const files = [await post('2026-10', { mode })];
    await closeOctober();
    for (const step of [...found, '2026-10', '2026-11'] as const) {
      if (typeof step !== 'string') await change(depositIds[step.deposit] ?? '', step.data);
      else if (step === '2026-10') await refuseEmpty(step, { mode });
      else
        await post(step, { mode }).then(
          (file) => files.push(file),
          (error: unknown) => expect(error).toMatchObject({ code: 'conflict' }),
        );
    }
    const sum = (account: string) => files.reduce((total, file) => total + cents(file[account]), 0);
    const left = await database().deposit.findMany({ where: { businessId, status: 'CONFIRMED' } });
    const add = (read: (deposit: (typeof left)[number]) => number) =>
      left.reduce((total, deposit) => total + read(deposit), 0);
    const payable = add((one) => cents(one.settlementPayableAmount?.toString()));
    const fees = add((one) => cents(one.settlementServiceFee?.toString()));
    const display = add((one) => cents(one.displayAmount?.toString()));
    const isGross = posting === 'gross';
    expect(sum('Assets:Service')).toBe(payable);
    expect(sum('Expenses:Service')).toBe(isGross ? fees : 0);
    expect(sum('Expenses:Differences')).toBe(isGross ? display - payable - fees : 0);
    expect(sum('Income:Sales')).toBe(isGross ? -display : -payable);
    expect(cents((await desk.read('2026-10')).figures.change)).toBe(28_500);
    expect(cents((await desk.read('2026-11')).figures.change)).toBe(payable - 28_500);
  },
);
