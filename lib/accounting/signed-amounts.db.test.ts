import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { withSnapshotReader } from '#lib/database/snapshot-reader.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { writeRun } from './make-run.ts';
import { readBefore } from './prepare-run.ts';
import { startRunForm } from './schema.ts';
import { createJournalFixture, names } from './testing/journal-fixture.ts';
import { readDoubleEntry } from './testing/read-journals.ts';

const { desk, choose, map, fetchText } = createJournalFixture();

/** Writes a file of a period, as if it could have this number of single records. Null: there is nothing to write. */
async function post(period: string, maximum: number, replaces = '') {
  const { businessId, as } = desk.tenant;
  const before = { ...(await readBefore(businessId)), maximum };
  const input = startRunForm.parse(choose({ target: 'csv', mode: 'day', period, replaces }));
  const by = as.accountant.actor.personId;
  const { file } = await withSnapshotReader((readSnapshot) =>
    inTransaction((transaction) =>
      writeRun(transaction, as.accountant, { businessId, before, by, readSnapshot }, input),
    ),
  );
  return file === null ? null : readDoubleEntry(await fetchText(file.runId));
}

const receive = (displayAmount: string, fields: object = {}) =>
  desk.deposit('2026-10-25T10:00:00Z', {
    ...{ settlementPayableAmount: '95', settlementServiceFee: '4', displayCurrency: 'EUR', displayAmount },
    ...fields,
  });
const change = (depositId: string, data: object) =>
  database().deposit.updateMany({
    where: { businessId: desk.tenant.businessId, depositId },
    data: { ...data, changedAt: new Date() },
  });
/** What retention does with a record that has expired. */
const expire = (depositId: string) =>
  database().deposit.deleteMany({ where: { businessId: desk.tenant.businessId, depositId } });
const close = async (): Promise<void> => {
  await desk.open('2026-10-01', '0');
  await desk.close('2026-10');
};

const booked = {
  ...{ 'Assets:Service': '190', 'Income:Sales': '-199' },
  ...{ 'Expenses:Service': '8', 'Expenses:Differences': '1' },
};
const later = { 'Expenses:Differences': '2', 'Income:Sales': '-2' };

describe.each([1, 200_000])('gross files of a closed period, with up to %s single records', (maximum) => {
  test.each(['before', 'after'])(
    'book a later change of only the amount received in the open period, with a file from %s the close',
    async (when) => {
      await map(names, 'gross');
      const depositId = await receive('100');
      await receive('99');
      if (when === 'before') expect(await post('2026-10', maximum)).toEqual(booked);
      await close();
      if (when === 'after') expect(await post('2026-10', maximum)).toEqual(booked);
      await change(depositId, { displayAmount: '102' });
      expect(await post('2026-10', maximum)).toBeNull();
      expect(await post('2026-11', maximum)).toEqual(later);
      expect(await post('2026-10', maximum)).toBeNull();
      expect(await post('2026-11', maximum)).toBeNull();
    },
  );

  test('have the signed amount received when the first one is made after a change', async () => {
    await map(names, 'gross');
    const depositId = await receive('100');
    await receive('99');
    await close();
    await change(depositId, { displayAmount: '102' });
    expect(await post('2026-10', maximum)).toEqual(booked);
    expect(await post('2026-11', maximum)).toEqual(later);
    expect(await post('2026-10', maximum)).toBeNull();
  });

  test('have the signed parts of deposits that have expired', async () => {
    await map(names, 'gross');
    const depositId = await receive('100');
    await receive('99');
    expect(await post('2026-10', maximum)).toEqual(booked);
    await close();
    await expire(depositId);
    expect(await post('2026-10', maximum)).toBeNull();
    expect(await post('2026-11', maximum)).toBeNull();
    const { runId } = await database().journalRun.findFirstOrThrow({
      where: { businessId: desk.tenant.businessId },
    });
    expect(await post('2026-10', maximum, runId)).toEqual(booked);
  });

  test('have the signed fee where it changed between file and close, and again later', async () => {
    await map(names, 'gross');
    const rates = { displayCurrency: 'USD', displayPayableAmount: '190', displayServiceFee: '8' };
    const depositId = await receive('200.01', rates);
    await receive('99');
    await post('2026-10', maximum);
    await change(depositId, { settlementServiceFee: '4.01', displayServiceFee: '8.02' });
    await close();
    await change(depositId, { displayAmount: '202' });
    // The fee is a cent higher, and the difference is 1.00 instead of 1.01.
    expect(await post('2026-10', maximum)).toEqual({
      ...{ 'Expenses:Service': '0.01', 'Expenses:Differences': '-0.01', 'Income:Sales': '0' },
    });
    expect(await post('2026-11', maximum)).toEqual({
      ...{ 'Expenses:Differences': '0.99', 'Income:Sales': '-0.99' },
    });
  });

  test('of an adjustment have what its close signed, also once the deposit has expired', async () => {
    await map(names, 'gross');
    const depositId = await receive('100');
    await receive('99');
    await close();
    expect(await post('2026-10', maximum)).toEqual(booked);
    await change(depositId, {
      ...{ settlementPayableAmount: '94', settlementServiceFee: '4.5', displayAmount: '101' },
    });
    await desk.close('2026-11');
    await expire(depositId);
    expect(await post('2026-11', maximum)).toEqual({
      ...{ 'Assets:Service': '-1', 'Expenses:Service': '0.5' },
      ...{ 'Expenses:Differences': '1.5', 'Income:Sales': '-1' },
    });
    expect(await post('2026-12', maximum)).toBeNull();
  });

  test('go back from net to gross posting with all parts', async () => {
    await map(names, 'gross');
    await receive('100');
    await receive('99');
    await close();
    const parts = { 'Expenses:Service': '8', 'Expenses:Differences': '1', 'Income:Sales': '-9' };
    await post('2026-10', maximum);
    await map(names);
    expect(await post('2026-10', maximum)).toEqual({
      ...{ 'Expenses:Service': '-8', 'Expenses:Differences': '-1', 'Income:Sales': '9' },
    });
    await map(names, 'gross');
    expect(await post('2026-10', maximum)).toEqual(parts);
    expect(await post('2026-10', maximum)).toBeNull();
  });
});

test('a file after one that went back to net posting adjusts net, until its period is posted gross again', async () => {
  await map(names, 'gross');
  const depositId = await receive('100');
  await close();
  await post('2026-10', 200_000);
  await map(names);
  await post('2026-10', 200_000);
  await map(names, 'gross');
  await change(depositId, { displayAmount: '102' });
  expect(await post('2026-11', 200_000)).toBeNull();
  expect(await post('2026-10', 200_000)).toEqual({
    ...{ 'Expenses:Service': '4', 'Expenses:Differences': '1', 'Income:Sales': '-5' },
  });
  expect(await post('2026-11', 200_000)).toEqual(later);
});

describe('the first file of a closed period', () => {
  const changed = { settlementPayableAmount: '94', settlementServiceFee: '4.5', displayAmount: '101' };
  /** Closes September and its file, and October after a change. */
  const closeTwo = async (before: object): Promise<string> => {
    const at = new Date('2026-09-25T10:00:00Z');
    const depositId = await receive('100', { sortAt: at, depositReceivedAt: at });
    await desk.open('2026-09-01', '0');
    await desk.close('2026-09');
    await post('2026-09', 200_000);
    await change(depositId, before);
    await desk.close('2026-10');
    return depositId;
  };

  test.each(['before', 'after'])(
    'has no change from after its close, written %s a later file',
    async (when) => {
      await map(names, 'gross');
      const depositId = await closeTwo({});
      await change(depositId, changed);
      await desk.close('2026-11');
      if (when === 'before') expect(await post('2026-10', 200_000)).toBeNull();
      expect(await post('2026-11', 200_000)).toEqual({
        ...{ 'Assets:Service': '-1', 'Expenses:Service': '0.5' },
        ...{ 'Expenses:Differences': '1.5', 'Income:Sales': '-1' },
      });
      for (const period of ['2026-10', '2026-11', '2026-12']) expect(await post(period, 200_000)).toBeNull();
    },
  );

  test('has a change of only the amount received from before its close', async () => {
    await map(names, 'gross');
    const depositId = await closeTwo({ displayAmount: '102' });
    expect(await post('2026-10', 200_000)).toEqual(later);
    await change(depositId, { displayAmount: '103' });
    expect(await post('2026-10', 200_000)).toBeNull();
    expect(await post('2026-11', 200_000)).toEqual({ 'Expenses:Differences': '1', 'Income:Sales': '-1' });
  });
});

test('a close of an earlier version stored no amount received, and the first file decides', async () => {
  await map(names, 'gross');
  const depositId = await receive('100');
  await receive('99');
  await close();
  await database().$transaction(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL session_replication_role = 'replica'`;
    await transaction.closeRow.updateMany({
      where: { businessId: desk.tenant.businessId },
      data: { amountReceived: null },
    });
  });
  expect(await post('2026-10', 200_000)).toEqual(booked);
  await change(depositId, { displayAmount: '102' });
  expect(await post('2026-10', 200_000)).toBeNull();
  expect(await post('2026-11', 200_000)).toEqual(later);
});

const changes = [
  { displayAmount: '103' },
  { displayAmount: '99.5' },
  { settlementPayableAmount: '94' },
  { settlementServiceFee: '4.5' },
  { settlementPayableAmount: '94.5', settlementServiceFee: '5', displayAmount: '100.25' },
] as const;
const changeStep = fc.record({ deposit: fc.nat(2), data: fc.constantFrom(...changes) });
const fileStep = fc.constantFrom('2026-10' as const, '2026-11' as const);
const cases = fc.record({
  maximum: fc.constantFrom(3, 200_000),
  hasFirst: fc.boolean(),
  expires: fc.boolean(),
  before: fc.array(changeStep, { maxLength: 2 }),
  after: fc.array(fc.oneof(changeStep, fileStep), { minLength: 3, maxLength: 8 }),
});

test.each(fc.sample(cases, { numRuns: 16, seed: 7 }).map((one, index) => ({ ...one, index })))(
  'files of the closed period are what was signed, and those of the open one the rest: $index, $maximum',
  async ({ maximum, hasFirst, expires, before, after }) => {
    const { businessId } = desk.tenant;
    await map(names, 'gross');
    const depositIds = [await receive('100'), await receive('99'), await receive('101')];
    const expired = await receive('100.5');
    const sums: Record<string, Record<string, number>> = { '2026-10': {}, '2026-11': {} };
    const write = async (period: string): Promise<void> => {
      for (const [account, digits] of Object.entries((await post(period, maximum)) ?? {})) {
        const ofPeriod = sums[period] ?? {};
        ofPeriod[account] = (ofPeriod[account] ?? 0) + Math.round(Number(digits) * 100);
      }
    };
    const listCents = async () => {
      const rows = await database().deposit.findMany({ where: { businessId } });
      const add = (name: 'settlementPayableAmount' | 'settlementServiceFee' | 'displayAmount') =>
        rows.reduce((sum, row) => sum + Math.round(Number(row[name]) * 100), 0);
      const [payable, fee, received] = [
        add('settlementPayableAmount'),
        add('settlementServiceFee'),
        add('displayAmount'),
      ];
      return [payable, fee, received - payable - fee, -received];
    };
    const accounts = ['Assets:Service', 'Expenses:Service', 'Expenses:Differences', 'Income:Sales'];
    if (hasFirst) await write('2026-10');
    for (const step of before) await change(depositIds[step.deposit] ?? '', step.data);
    await close();
    const signed = await listCents();
    const gone = [9_500, 400, 150, -10_050];
    if (expires) await expire(expired);
    for (const step of [...after, '2026-10', '2026-11'] as const)
      await (typeof step === 'string' ? write(step) : change(depositIds[step.deposit] ?? '', step.data));
    const present = (await listCents()).map((sum, index) => sum + (expires ? (gone[index] ?? 0) : 0));
    expect(accounts.map((account) => sums['2026-10']?.[account] ?? 0)).toEqual(signed);
    expect(accounts.map((account) => sums['2026-11']?.[account] ?? 0)).toEqual(
      present.map((sum, index) => sum - (signed[index] ?? 0)),
    );
  },
);
