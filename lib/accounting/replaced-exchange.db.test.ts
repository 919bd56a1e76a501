import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { matchItems, undoMatch } from '#lib/reconciliation/matches.ts';
import { endMatchForm, matchForm } from '#lib/reconciliation/schema.ts';
import { readSignedMatches } from '#lib/statements/index.ts';
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

test('a replacement reads thousands of signed matches in a few seconds', async () => {
  const { businessId } = desk.tenant;
  const client = await databasePool().connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL session_replication_role = 'replica'`);
    const toId = (kind: string) => `('00000000-0000-4000-${kind}-' || lpad(n::text, 12, '0'))`;
    const entry = (type: string, rest: string) =>
      `json_build_object('type', '${type}', 'match', ${toId('8000')}, ${rest})::text`;
    const closeId = randomUUID();
    const { rows } = await client.query<{ line: string }>(
      `WITH closed AS (
         INSERT INTO period_close (business_id, close_id, currency, number, revision, first_day, last_day, time_zone, begins_at, ends_at,
                                   closing, counts_callbacks, head, matches, rows_sha256, pack_sha256, closed_at)
         SELECT $1, $2, 'USDT', 1, 1, '2026-10-01', '2026-10-31', 'UTC', '2026-10-01', '2026-11-01', 0, false, '{}',
                array_agg(text ORDER BY n), '', '', now()
           FROM generate_series(1, 4000) AS n CROSS JOIN LATERAL unnest(ARRAY[
             ${entry('line', `'line', ${toId('9000')}, 'day', '2026-10-05', 'amount', '100', 'difference', '0', 'settles', true`)},
             ${entry('record', `'record', ${toId('a000')}, 'kind', 'deposit', 'amount', '100'`)}]) AS text)
       SELECT ${toId('9000')} AS line FROM generate_series(1, 4000) AS n`,
      [businessId, closeId],
    );
    const begunAt = performance.now();
    const { lineIds, settled } = await readSignedMatches(
      async (sql, values) => (await client.query<Record<string, unknown>>(sql, values && [...values])).rows,
      businessId,
      { closeIds: [closeId], lineIds: rows.map(({ line }) => line) },
    );
    expect([lineIds.size, settled.length]).toEqual([4000, 4000]);
    expect(settled.every(({ lines, deposits }) => lines.length === 1 && deposits.length === 1)).toBe(true);
    expect(performance.now() - begunAt).toBeLessThan(5000);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
