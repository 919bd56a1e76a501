import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { acquireClient, releaseClient } from '#lib/database/pooled-client.ts';
import { database, longReadPool, readPoolUse, totalsPool } from '#lib/database/pools.ts';
import { withSnapshotReader } from '#lib/database/snapshot-reader.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { matchItems, undoMatch } from '#lib/reconciliation/matches.ts';
import * as gross from '#lib/statements/queries/gross.ts';
import * as settled from '#lib/statements/queries/settled.ts';
import { recordSettlementForm } from '#lib/statements/schema.ts';
import { recordSettlement } from '#lib/statements/settlements.ts';
import { writeRun } from './make-run.ts';
import { journalModes } from './model/journal.ts';
import { readBefore } from './prepare-run.ts';
import { startRunForm } from './schema.ts';
import { createJournalFixture, names } from './testing/journal-fixture.ts';
import { readDoubleEntry, readTable } from './testing/read-journals.ts';

/** A change that commits after a file has read the movements, and before it reads what belongs to them. */
const between = { change: async (): Promise<unknown> => undefined };

async function changeOnce(): Promise<void> {
  const { change } = between;
  between.change = async () => undefined;
  await change();
}

const { readGross } = gross;
const { readSettledDeposits } = settled;
beforeEach(() => {
  vi.spyOn(gross, 'readGross').mockImplementation(async (...input) => {
    await changeOnce();
    return readGross(...input);
  });
  vi.spyOn(settled, 'readSettledDeposits').mockImplementation(async (...input) => {
    await changeOnce();
    return readSettledDeposits(...input);
  });
});

const { desk, choose, map, run, fetchText } = createJournalFixture();

const receive = (settlementPayableAmount: string, settlementServiceFee: string, displayAmount: string) =>
  desk.deposit('2026-10-05T10:00:00Z', {
    ...{ settlementPayableAmount, settlementServiceFee, displayCurrency: 'EUR', displayAmount },
  });

test.each(
  journalModes.flatMap((mode) => [
    { mode, maximum: 200_000 },
    ...(mode === 'event' ? [] : [{ mode, maximum: 1 }]),
  ]),
)(
  'a deposit that changes while a file is written is whole in it, and the change in the next: $mode, $maximum',
  async ({ mode, maximum }) => {
    const { businessId, as } = desk.tenant;
    await map(names, 'gross');
    const depositId = await receive('95', '4', '100');
    await receive('95', '4', '99');
    between.change = async () => {
      await database().deposit.updateMany({
        where: { businessId, depositId },
        data: { settlementPayableAmount: '90', settlementServiceFee: '6', displayAmount: '103' },
      });
      await receive('50', '2', '52');
    };
    const post = async () => {
      const before = { ...(await readBefore(businessId)), maximum };
      const input = startRunForm.parse(choose({ target: 'csv', mode }));
      const by = as.accountant.actor.personId;
      const { file } = await withSnapshotReader((readSnapshot) =>
        inTransaction((transaction) =>
          writeRun(transaction, as.accountant, { businessId, before, by, readSnapshot }, input),
        ),
      );
      return readDoubleEntry(await fetchText(file?.runId ?? ''));
    };
    expect(await post()).toEqual({
      ...{ 'Assets:Service': '190', 'Income:Sales': '-199' },
      ...{ 'Expenses:Service': '8', 'Expenses:Differences': '1' },
    });
    expect(await post()).toEqual({
      ...{ 'Assets:Service': '45', 'Income:Sales': '-55' },
      ...{ 'Expenses:Service': '4', 'Expenses:Differences': '6' },
    });
  },
);

test('a match that is undone while a file is written has its exchange difference in it, and no longer after the next', async () => {
  const { businessId, as } = desk.tenant;
  await map(names);
  const depositId = await desk.deposit('2026-10-05T10:00:00Z', {
    ...{ settlementCurrency: 'USDT', settlementPayableAmount: '100' },
    ...{ uniformCurrency: 'EUR', uniformPayableAmount: '92' },
  });
  const settlement = {
    businessId,
    currency: 'USDT',
    day: '2026-10-30',
    amount: '100',
    reference: randomUUID(),
  };
  const { lineId } = await recordSettlement(as.finance, recordSettlementForm.parse(settlement));
  const items = { lineIds: [lineId], recordIds: [depositId], reason: '' };
  const { matchId } = await matchItems(as.finance, { businessId, currency: 'USDT', ...items });
  between.change = () => undoMatch(as.finance, { businessId, matchId });
  const post = async () => {
    const { runId } = await run({ target: 'xero', currency: 'USDT', rate: '0.9' });
    return readTable('xero', await fetchText(runId)).balances;
  };
  expect(await post()).toEqual({
    ...{ 'Assets:Service': '0', 'Income:Sales': '-92', 'Assets:Bank': '90', 'Expenses:Exchange': '2' },
  });
  expect(await post()).toEqual({ 'Assets:Service': '2', 'Expenses:Exchange': '-2' });
});

test('files that people make at once have numbers without a gap, and each movement once', async () => {
  await map(names);
  for (const digits of ['1', '2', '4']) await receive(digits, '0', digits);
  const targets = ['csv', 'hledger', 'beancount', 'quickbooks'] as const;
  const made = await Promise.all(targets.map((target) => run({ target, period: '2026-10' })));
  expect(made.map(({ number }) => number).toSorted()).toEqual([1, 2, 3, 4]);
  await receive('8', '0', '8');
  const twice = await Promise.allSettled([run({ target: 'csv' }), run({ target: 'csv' })]);
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const { runId } = await database().journalRun.findFirstOrThrow({
    where: { businessId: desk.tenant.businessId, number: 5 },
  });
  expect(readDoubleEntry(await fetchText(runId))).toEqual({ 'Assets:Service': '8', 'Income:Sales': '-8' });
});

test('a file waits for no reader of totals, and holds no connection of pages while it waits for its own', async () => {
  await map(names);
  await receive('8', '0', '8');
  const take = async (pool: Pool, count: number) =>
    Promise.all(Array.from({ length: count }, () => acquireClient(pool)));
  const totals = await take(totalsPool(), 2);
  const exports = await take(longReadPool(), 5);
  const file = run({ target: 'csv' });
  await vi.waitFor(() => expect(longReadPool().waitingCount).toBe(1));
  const used = readPoolUse().find(({ pool }) => pool === 'pages')?.used;
  for (const client of exports) releaseClient(client, true);
  await file;
  for (const client of totals) releaseClient(client, true);
  expect(used).toBe(0);
});
