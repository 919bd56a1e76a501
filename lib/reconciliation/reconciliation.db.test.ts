import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import { removeSettlement } from '#lib/statements/settlements.ts';
import {
  createStatementFixture,
  listAmounts,
  listProofs,
} from '#lib/statements/testing/statement-fixture.ts';
import { inspectFile, removeImport, startImport } from './import-files.ts';
import { readCandidates, runBankImports } from './index.ts';
import { ignoreItems, matchItems, undoMatch } from './matches.ts';
import { inspectFileForm, parseReconciliationQuery, startImportForm } from './schema.ts';
import {
  countStates,
  importStatement,
  readPeriod,
  saveAndApply,
  toRule,
  writeCamt,
} from './testing/reconciliation-fixture.ts';

const desk = createStatementFixture();
const reason = 'The bank confirmed it by phone';
const credit = (at: string, amount: string) => desk.deposit(at, { settlementPayableAmount: amount });
const lineIds = async (period = '2026-10', state = 'unmatched') =>
  (await readPeriod(desk.tenant, period, { state })).lines.map(({ lineId }) => lineId);

describe('an import', () => {
  test('stores each line once, also from files that overlap, and names what it refuses', async () => {
    const { tenant } = desk;
    const first = await importStatement(
      tenant,
      writeCamt([
        ['2026-10-05', '10.50', 'A'],
        ['2026-10-06', '-3', 'B'],
        ['2026-13-06', '4', 'C'],
      ]),
    );
    expect(first).toMatchObject({
      ...{ state: 'done', format: 'camt', linesTotal: 3, linesRead: 3, added: 2, repeated: 0, refused: 1 },
      problems: [{ place: 3, problem: 'day', value: '2026-13-06' }],
    });
    const second = await importStatement(
      tenant,
      writeCamt([
        ['2026-10-06', '-3', 'B'],
        ['2026-10-07', '5', 'D'],
      ]),
    );
    expect(second).toMatchObject({ added: 1, repeated: 1 });
    const { lineTotals, lines } = await readPeriod(tenant, '2026-10');
    expect(lineTotals).toEqual([{ state: 'unmatched', count: 3, amount: '12.5' }]);
    expect(lines.map(({ day, amount, account }) => [day, amount, account])).toEqual([
      ['2026-10-05', '10.5', 'DE1'],
      ['2026-10-06', '-3', 'DE1'],
      ['2026-10-07', '5', 'DE1'],
    ]);
  });

  test('keeps two equal lines without a reference of one file apart', async () => {
    const csv = 'Date,Amount,Description\n2026-10-05,2.50,Coffee\n2026-10-05,2.50,Coffee\n';
    expect(await importStatement(desk.tenant, csv, 'a.csv')).toMatchObject({ added: 2 });
    expect(await importStatement(desk.tenant, csv, 'b.csv')).toMatchObject({ added: 0, repeated: 2 });
  });

  test('imports nothing of a file that is damaged behind its first lines', async () => {
    const text = writeCamt([['2026-10-05', '10', 'A']]).slice(0, -10);
    expect(await importStatement(desk.tenant, text)).toMatchObject({
      state: 'failed',
      failure: 'damaged',
      added: 0,
    });
    expect((await readPeriod(desk.tenant, '2026-10')).lineTotals).toEqual([]);
    expect(await database().uploadChunk.count({ where: { businessId: desk.tenant.businessId } })).toBe(0);
  });

  test('reads a file of several parts, and begins again after an interruption', async () => {
    const entries = Array.from(
      { length: 9_000 },
      (_, at) => ['2026-10-05', `${at + 1}.25`, `R${at}`, 'x'.repeat(80)] as const,
    );
    const { tenant } = desk;
    const stop = AbortSignal.abort();
    expect(await runBankImports(systemContext(), stop)).toEqual({ files: 0 });
    expect(await importStatement(tenant, writeCamt(entries))).toMatchObject({
      added: 9_000,
      linesRead: 9_000,
    });
    await database().bankImport.updateMany({
      where: { businessId: tenant.businessId },
      data: { state: 'waiting', added: 4_000 },
    });
    const missing = await runBankImports(systemContext(), new AbortController().signal);
    // The parts of the file are gone, which is an empty file.
    expect(missing).toEqual({ files: 1 });
  });

  test('keeps the columns of a CSV file for the next one', async () => {
    const { businessId, as } = desk.tenant;
    const csv = 'When,How much\n2026-10-05,2.50\n';
    const start = Buffer.from(csv).toString('base64');
    const inspect = () => inspectFile(as.finance, inspectFileForm.parse({ businessId, start }));
    expect((await inspect()).mapping.columns).toEqual(['', '']);
    const mapping = { columns: ['day', 'amount'], currency: 'USD', decimalSign: null, dayOrder: null };
    const form = { businessId, fileName: 'a.csv', size: csv.length, headers: ['When', 'How much'], mapping };
    await startImport(as.finance, startImportForm.parse(form));
    expect((await inspect()).mapping).toEqual(mapping);
  });

  test('can be removed while no person has matched a line of it', async () => {
    const { tenant } = desk;
    const { businessId, as } = tenant;
    const depositId = await credit('2026-10-04T10:00:00Z', '10');
    const { importId } = await importStatement(tenant, writeCamt([['2026-10-05', '10', 'A']]));
    const removal = { businessId, importId, reason };
    const { matchId } = await matchItems(as.finance, {
      ...{ businessId, currency: 'EUR', lineIds: await lineIds(), recordIds: [depositId], reason: '' },
    });
    await expect(removeImport(as.finance, removal)).rejects.toMatchObject({ code: 'conflict' });
    await undoMatch(as.finance, { businessId, matchId });
    await expect(removeImport(as.viewer, removal)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await removeImport(as.finance, removal)).toEqual({ removed: 1 });
    expect((await readPeriod(tenant, '2026-10')).lineTotals).toEqual([]);
    expect(await importStatement(tenant, writeCamt([['2026-10-05', '10', 'A']]))).toMatchObject({ added: 1 });
  });
});

describe('a person', () => {
  test('matches only what adds up, or forces it with a reason', async () => {
    const { tenant } = desk;
    const { businessId, as } = tenant;
    const depositId = await credit('2026-10-04T10:00:00Z', '10');
    await importStatement(tenant, writeCamt([['2026-10-05', '9', 'A']]));
    const form = {
      businessId,
      currency: 'EUR',
      lineIds: await lineIds(),
      recordIds: [depositId],
      reason: '',
    };
    await expect(matchItems(as.viewer, form)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(matchItems(as.finance, form)).rejects.toMatchObject({ code: 'invalid' });
    const { matchId } = await matchItems(as.finance, { ...form, reason });
    await expect(matchItems(as.finance, { ...form, reason })).rejects.toMatchObject({ code: 'conflict' });
    const page = await readPeriod(tenant, '2026-10');
    expect(countStates(page.lineTotals)).toEqual({ forced: 1 });
    expect(countStates(page.recordTotals)).toEqual({ forced: 1 });
    expect(listAmounts(await desk.read('2026-10'))).toEqual({
      ...{ credited: '10', settlements: '-9', settlementDifferences: '-1' },
    });
    expect(
      await database().auditEntry.findFirst({
        where: { chainId: businessId, action: 'reconciliation.force' },
      }),
    ).toMatchObject({ objectId: matchId });
    await undoMatch(as.finance, { businessId, matchId });
    await expect(undoMatch(as.finance, { businessId, matchId })).rejects.toMatchObject({ code: 'conflict' });
    expect(listAmounts(await desk.read('2026-10'))).toEqual({ credited: '10' });
  });

  test('finds lines by their text, and records by an ID or an amount', async () => {
    const { tenant } = desk;
    const depositId = await credit('2026-10-04T10:00:00Z', '10');
    await credit('2026-10-04T11:00:00Z', '11');
    await importStatement(
      tenant,
      writeCamt([
        ['2026-10-05', '9', 'A', 'Payout 7'],
        ['2026-10-06', '9', 'B', 'Other'],
      ]),
    );
    const find = async (parameters: Record<string, string>) => {
      const query = parseReconciliationQuery({ currency: 'EUR', period: '2026-10', ...parameters });
      const { lines, records } = await readCandidates(tenant.as.finance, tenant.businessId, query);
      return [lines.length, records.map(({ recordId }) => recordId)];
    };
    expect(await find({ q: 'payout', recordQ: depositId })).toEqual([1, [depositId]]);
    expect(await find({ recordQ: '10' })).toEqual([2, [depositId]]);
    expect(await find({ recordQ: '12' })).toEqual([2, []]);
  });

  test('ignores lines and records with a reason', async () => {
    const { tenant } = desk;
    const { businessId, as } = tenant;
    const withdrawalId = await desk.withdrawal('2026-10-12T10:00:00Z', { deductedSettlementAmount: '4' });
    await importStatement(tenant, writeCamt([['2026-10-05', '-9', 'A']]));
    await ignoreItems(as.owner, {
      ...{ businessId, currency: 'EUR', lineIds: await lineIds(), recordIds: [withdrawalId], reason },
    });
    const page = await readPeriod(tenant, '2026-10');
    expect(countStates(page.lineTotals)).toEqual({ ignored: 1 });
    expect(countStates(page.recordTotals)).toEqual({ ignored: 1 });
    expect(page.transit.count).toBe(0);
  });

  test('undoes a match of a closed period, which becomes an adjustment of the open one', async () => {
    const { tenant } = desk;
    const { businessId, as } = tenant;
    await desk.open('2026-10-01', '0');
    const depositId = await credit('2026-10-04T10:00:00Z', '10');
    await importStatement(tenant, writeCamt([['2026-10-05', '9.90', 'A']]));
    const { matchId } = await matchItems(as.finance, {
      ...{ businessId, currency: 'EUR', lineIds: await lineIds(), recordIds: [depositId], reason },
    });
    await desk.close('2026-10');
    await undoMatch(as.finance, { businessId, matchId });
    expect(listAmounts(await desk.read('2026-10'))).toEqual({
      ...{ credited: '10', settlements: '-9.9', settlementDifferences: '-0.1' },
    });
    const next = await desk.read('2026-11');
    expect(listAmounts(next)).toEqual({ adjustments: '10' });
    expect(listProofs(next)).toMatchObject({ lines: 'good', ledger: 'good' });
    expect(listProofs(await desk.read('2026-10'))).toMatchObject({ cash: 'bad' });
  });

  test('sees that a settlement recorded by hand is not proven until it is a line of a statement', async () => {
    const { tenant } = desk;
    await credit('2026-10-04T10:00:00Z', '10');
    const { lineId } = await desk.settle('2026-10-05', '10');
    await importStatement(tenant, writeCamt([['2026-10-06', '3', 'A']]));
    const view = await desk.read('2026-10');
    expect(view.proofs[2]).toEqual({
      ...{ name: 'cash', state: 'bad', difference: '10' },
      causes: [{ kind: 'settlement', lineId, day: '2026-10-05', amount: '10' }],
    });
    expect(view.closing.checklist).toContainEqual({ item: 'cash', count: 1 });
    const { businessId, as } = tenant;
    await removeSettlement(as.finance, { businessId, lineId, reason });
    expect(listProofs(await desk.read('2026-10'))).toMatchObject({ cash: 'good' });
  });

  test('sees that a deposit has changed since it was matched', async () => {
    const { tenant } = desk;
    const depositId = await credit('2026-10-04T10:00:00Z', '10');
    await saveAndApply(tenant, toRule(tenant));
    await importStatement(tenant, writeCamt([['2026-10-05', '10', 'A']]));
    expect(listProofs(await desk.read('2026-10'))).toMatchObject({ cash: 'good' });
    await database().deposit.update({
      where: { businessId_depositId: { businessId: tenant.businessId, depositId } },
      data: { settlementPayableAmount: '11' },
    });
    expect((await desk.read('2026-10')).proofs[2]).toMatchObject({
      ...{ name: 'cash', state: 'bad', difference: '10' },
      causes: [{ day: '2026-10-05', amount: '10' }],
    });
  });
});
