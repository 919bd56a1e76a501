import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { withSnapshotReader } from '#lib/database/snapshot-reader.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { writeRun } from './make-run.ts';
import { readBefore } from './prepare-run.ts';
import { startRunForm } from './schema.ts';
import { createJournalFixture, names } from './testing/journal-fixture.ts';
import { readDoubleEntry, readTable } from './testing/read-journals.ts';

const { desk, choose, map, run, fetchText } = createJournalFixture();

/** Writes a file as if it could have this number of single records. */
async function runUpTo(maximum: number, choice: Parameters<typeof choose>[0]): Promise<string> {
  const { businessId, as } = desk.tenant;
  const before = { ...(await readBefore(businessId)), maximum };
  const input = startRunForm.parse(choose(choice));
  const by = as.accountant.actor.personId;
  const { file } = await withSnapshotReader((readSnapshot) =>
    inTransaction((transaction) =>
      writeRun(transaction, as.accountant, { businessId, before, by, readSnapshot }, input),
    ),
  );
  return file?.runId ?? '';
}
const post = async (choice: Parameters<typeof choose>[0]) =>
  readDoubleEntry(await fetchText(await runUpTo(3, choice)));

const facts = (settlementPayableAmount: string) => ({
  ...{ settlementPayableAmount, settlementServiceFee: '0.5', displayCurrency: 'EUR' },
  displayAmount: String(Number(settlementPayableAmount) + 0.75),
});

/** Five deposits of two days, a withdrawal and a settlement. */
async function fill(): Promise<void> {
  for (const [day, digits] of [
    ['05', '10.25'],
    ['05', '20.5'],
    ['05', '1'],
    ['06', '7'],
    ['06', '3.000000000000000001'],
  ] as const)
    await desk.deposit(`2026-10-${day}T10:00:00Z`, facts(digits));
  await desk.withdrawal('2026-10-07T10:00:00Z', { deductedSettlementAmount: '5.75' });
  await desk.settle('2026-10-31', '12');
}

describe('more movements than single records fit', () => {
  test.each(['net', 'gross'] as const)(
    'are sums of days with %s posting, and equal single records',
    async (posting) => {
      await map(names, posting);
      await fill();
      const refused = runUpTo(3, { target: 'csv', mode: 'event' });
      await expect(refused).rejects.toThrow('200,000');
      const single = await run({ target: 'hledger', mode: 'period' });
      const expected = readDoubleEntry(await fetchText((await run({ target: 'csv', mode: 'day' })).runId));
      const text = await fetchText(single.runId);
      expect(text).toContain('5 deposits credited in EUR');
      await database().$transaction(async (transaction) => {
        await transaction.$executeRaw`SET LOCAL session_replication_role = 'replica'`;
        await transaction.journalRun.deleteMany({ where: { businessId: desk.tenant.businessId } });
      });
      const runId = await runUpTo(3, { target: 'csv', mode: 'day' });
      const file = await fetchText(runId);
      expect(readDoubleEntry(file)).toEqual(expected);
      expect(file).toContain('3 deposits credited in EUR');
      const stored = await database().journalRun.findFirstOrThrow({ where: { runId } });
      expect(JSON.parse(stored.manifest)).toMatchObject({ isSummed: true });
      expect(stored.held.split('\n').filter((line) => line.includes(' deposit '))).toEqual([
        'credited deposit unvalued 2026-10-05 31.75 2026-10-05',
        'credited deposit unvalued 2026-10-06 10.000000000000000001 2026-10-06',
      ]);
    },
  );

  test('later changes are the difference of the sums, and single records are refused beside them', async () => {
    await map(names);
    await fill();
    await post({ target: 'csv', mode: 'day' });
    await expect(post({ target: 'csv', mode: 'day' })).rejects.toMatchObject({ code: 'not-found' });
    await desk.deposit('2026-10-05T12:00:00Z', facts('4'));
    const later = await fetchText(await runUpTo(3, { target: 'csv', mode: 'day' }));
    expect(readDoubleEntry(later)).toEqual({ 'Assets:Service': '4', 'Income:Sales': '-4' });
    expect(later).toContain('Later changes of sums in EUR');
    // Also once single records would fit.
    await desk.deposit('2026-10-06T12:00:00Z', facts('2'));
    expect(readDoubleEntry(await fetchText((await run({ target: 'csv', mode: 'day' })).runId))).toEqual({
      ...{ 'Assets:Service': '2', 'Income:Sales': '-2' },
    });
    await expect(run({ target: 'csv', mode: 'event' })).rejects.toThrow('has sums of days');
  });

  test('are refused beside a file of single records, which a replacement replaces', async () => {
    await map(names);
    await fill();
    const { runId } = await run({ target: 'csv' });
    await expect(runUpTo(3, { target: 'csv', mode: 'day' })).rejects.toThrow(
      'an entry for each of its records',
    );
    expect(await post({ target: 'csv', mode: 'period', replaces: runId })).toMatchObject({
      'Assets:Service': '24.000000000000000001',
    });
  });

  test('keep the amounts in EUR that the service reported, and the rest has the rate', async () => {
    await map(names);
    const credit = (amount: string, euro: string | null) =>
      desk.deposit('2026-10-05T10:00:00Z', {
        ...{ settlementCurrency: 'USDT', settlementPayableAmount: amount },
        ...(euro !== null && { uniformCurrency: 'EUR', uniformPayableAmount: euro }),
      });
    for (const euro of ['9.2', '9.1', '9', null, null]) await credit('10', euro);
    const choice = { target: 'xero', currency: 'USDT', mode: 'period' } as const;
    const read = async (runId: string) => readTable('xero', await fetchText(runId)).balances;
    expect(await read(await runUpTo(3, choice))).toMatchObject({ 'Assets:Service': '27.3' });
    expect(await read(await runUpTo(3, { ...choice, rate: '0.8' }))).toMatchObject({
      'Assets:Service': '16',
    });
  });

  test('of a closed period posted gross are adjusted by what its close stored', async () => {
    await map(names, 'gross');
    await fill();
    const depositId = await desk.deposit('2026-10-08T10:00:00Z', facts('8'));
    await desk.open('2026-10-01', '0');
    await desk.close('2026-10');
    await post({ target: 'csv', mode: 'day' });
    await database().deposit.updateMany({
      where: { businessId: desk.tenant.businessId, depositId },
      data: { settlementPayableAmount: '7', settlementServiceFee: '1.5', changedAt: new Date() },
    });
    expect(await post({ target: 'csv', mode: 'day', period: '2026-11' })).toEqual({
      ...{ 'Assets:Service': '-1', 'Expenses:Service': '1', 'Income:Sales': '0' },
    });
  });
});
