import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { matchItems, undoMatch } from '#lib/reconciliation/matches.ts';
import { endMatchForm, matchForm } from '#lib/reconciliation/schema.ts';
import { recordSettlementForm } from '#lib/statements/schema.ts';
import { recordSettlement } from '#lib/statements/settlements.ts';
import { createJournalFixture, names } from './testing/journal-fixture.ts';
import { readTable } from './testing/read-journals.ts';

const { desk, map, run, fetchText } = createJournalFixture();

const credit = (euro: string | null) =>
  desk.deposit('2026-10-05T10:00:00Z', {
    ...{ settlementCurrency: 'USDT', settlementPayableAmount: '100' },
    ...(euro !== null && { uniformCurrency: 'EUR', uniformPayableAmount: euro }),
  });
const settle = async (): Promise<string> => {
  const { businessId, as } = desk.tenant;
  const form = { businessId, currency: 'USDT', day: '2026-10-30', amount: '100', reference: randomUUID() };
  return (await recordSettlement(as.finance, recordSettlementForm.parse(form))).lineId;
};
const match = async (lineId: string, depositId: string): Promise<string> => {
  const { businessId, as } = desk.tenant;
  const items = { lineIds: [lineId], recordIds: [depositId], reason: '' };
  return (await matchItems(as.finance, matchForm.parse({ businessId, currency: 'USDT', ...items }))).matchId;
};
const undo = (matchId: string) =>
  undoMatch(desk.tenant.as.finance, endMatchForm.parse({ businessId: desk.tenant.businessId, matchId }));
const write = async (rate: string, replaces = '') => {
  const { runId } = await run({ target: 'xero', currency: 'USDT', rate, replaces });
  return { runId, balances: readTable('xero', await fetchText(runId)).balances };
};

test.each([
  ['that the service valued', '92', { 'Income:Sales': '-92', 'Expenses:Exchange': '-1' }],
  ['at its rate', null, { 'Income:Sales': '-93' }],
])(
  'a replacement at another rate values a settlement of a deposit %s as its close has it, without the match that was undone',
  async (_name, euro, expected) => {
    await map(names);
    const lineId = await settle();
    const matchId = await match(lineId, await credit(euro));
    const { runId } = await write('0.9');
    await desk.close('2026-10', 'USDT');
    await undo(matchId);
    const replaced = await write('0.93', runId);
    expect(replaced.balances).toEqual({ 'Assets:Service': '0', 'Assets:Bank': '93', ...expected });
    await expect(write('0.93')).rejects.toThrow('nothing to export');
    expect((await write('0.9', replaced.runId)).balances).toMatchObject({
      ...{ 'Assets:Service': '0', 'Assets:Bank': '90' },
    });
  },
);

test('a replacement at another rate values a settlement as its close has it, not by the deposits that it has now', async () => {
  await map(names);
  const lineId = await settle();
  const matchId = await match(lineId, await credit('92'));
  const other = await credit('50');
  const { runId } = await write('0.9');
  await desk.close('2026-10', 'USDT');
  await undo(matchId);
  await match(lineId, other);
  expect((await write('0.93', runId)).balances).toEqual({
    ...{ 'Assets:Service': '50', 'Income:Sales': '-142', 'Assets:Bank': '93', 'Expenses:Exchange': '-1' },
  });
});

test('a replacement has no difference of a match that was undone before the close and made again after it', async () => {
  await map(names);
  const [lineId, depositId] = [await settle(), await credit('92')];
  const matchId = await match(lineId, depositId);
  const { runId } = await write('0.9');
  await undo(matchId);
  await desk.close('2026-10', 'USDT');
  await match(lineId, depositId);
  expect((await write('0.93', runId)).balances).toEqual({
    ...{ 'Assets:Service': '-1', 'Income:Sales': '-92', 'Assets:Bank': '93' },
  });
});

test('a replacement of what an earlier version closed keeps the difference, because its close has no matches', async () => {
  await map(names);
  const lineId = await settle();
  const matchId = await match(lineId, await credit('92'));
  const { runId } = await write('0.9');
  await desk.close('2026-10', 'USDT');
  await undo(matchId);
  await database().$transaction(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL session_replication_role = 'replica'`;
    await transaction.periodClose.updateMany({
      where: { businessId: desk.tenant.businessId },
      data: { matches: [] },
    });
  });
  expect((await write('0.9', runId)).balances).toMatchObject({ 'Expenses:Exchange': '2' });
});
