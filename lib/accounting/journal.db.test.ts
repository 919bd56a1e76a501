import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { matchItems, undoMatch } from '#lib/reconciliation/matches.ts';
import {
  importStatement,
  readPeriod,
  writeCamt,
} from '#lib/reconciliation/testing/reconciliation-fixture.ts';
import { proposeBasis } from '#lib/statements/set-position.ts';
import { checkJournal } from './check-journal.ts';
import { fetchRun, readAccounting } from './index.ts';
import { checkJournalForm, setAccountsForm } from './schema.ts';
import { setAccounts } from './set-accounts.ts';
import { createJournalFixture, forgetRuns, names, numbers } from './testing/journal-fixture.ts';
import { readDatev, readDoubleEntry, readHledger } from './testing/read-journals.ts';

const { desk, choose, map, check, run, fetchBody, fetchText, fillOctober } = createJournalFixture();

describe('the journal', () => {
  test('as CSV has the entries of all movements, which balance and equal the statement', async () => {
    await map(names);
    await fillOctober();
    const recordId = await desk.deposit('2026-10-08T10:00:00Z');
    expect(await check({ target: 'csv' })).toEqual({
      ...{
        entries: 4,
        movements: 4,
        change: '13',
        problems: [],
        problemCount: 0,
        refused: [],
        refusedCount: 0,
      },
      leftOut: [{ line: 'depositsNotReported', count: 1 }],
      leftOutRecords: [{ line: 'depositsNotReported', kind: 'deposit', recordId }],
      ...{ files: 1, page: 0, pages: 1, shown: null },
    });
    const { runId } = await run({ target: 'csv' });
    const accounts = readDoubleEntry(await fetchText(runId));
    expect(accounts).toEqual({
      'Assets:Service': '13',
      'Income:Sales': '-30.75',
      'Assets:Paid out': '5.75',
      'Assets:Bank': '12',
    });
    expect((await desk.read('2026-10')).figures.change).toBe('13');
  });

  test('books the fee of a bank line to bank fees, also as an adjustment of a closed period', async () => {
    await map(names);
    const { businessId, as } = desk.tenant;
    await desk.open('2026-09-01', '0');
    const depositId = await desk.deposit('2026-09-04T10:00:00Z', { settlementPayableAmount: '10' });
    await importStatement(desk.tenant, writeCamt([['2026-09-05', '9.90', 'A']]));
    await desk.close('2026-09');
    const { lines } = await readPeriod(desk.tenant, '2026-09');
    const { matchId } = await matchItems(as.finance, {
      ...{ businessId, currency: 'EUR', lineIds: lines.map(({ lineId }) => lineId), recordIds: [depositId] },
      reason: 'The bank took a fee',
    });
    const statement = await desk.read('2026-10');
    expect(statement.figures.lines).toContainEqual({ name: 'adjustments', count: 2, amount: '-10' });
    const { runId } = await run({ target: 'csv', period: '2026-10' });
    expect(readDoubleEntry(await fetchText(runId))).toEqual({
      ...{ 'Assets:Service': '-10', 'Assets:Bank': '9.9', 'Expenses:Bank': '0.1' },
    });
    await desk.close('2026-10');
    expect((await desk.read('2026-11')).figures.change).toBe('0');
    await undoMatch(as.finance, { businessId, matchId });
    const { runId: next } = await run({ target: 'csv', period: '2026-11' });
    expect(readDoubleEntry(await fetchText(next))).toEqual({
      ...{ 'Assets:Service': '10', 'Assets:Bank': '-9.9', 'Expenses:Bank': '-0.1' },
    });
  });

  test('as text of hledger has the same balances', async () => {
    await map(names);
    await fillOctober();
    for (const mode of ['event', 'day', 'period'] as const) {
      const { runId } = await run({ target: 'hledger', mode, replaces: '' }).catch(async () => {
        const { runs } = await readAccounting(desk.tenant.as.viewer, desk.tenant.businessId);
        return run({ target: 'hledger', mode, replaces: runs[0]?.runId ?? '' });
      });
      const { balances, transactions } = readHledger(await fetchText(runId));
      expect(balances).toEqual({
        'Assets:Service': '13 EUR',
        'Income:Sales': '-30.75 EUR',
        'Assets:Paid out': '5.75 EUR',
        'Assets:Bank': '12 EUR',
      });
      expect(transactions).toBe({ event: 4, day: 4, period: 3 }[mode]);
    }
  });

  test('as DATEV Buchungsstapel has DATEV’s fields, and books each cent', async () => {
    await map(numbers);
    await fillOctober();
    const { runId } = await run({ target: 'datev' });
    const file = readDatev(await fetchBody(runId));
    expect(file.head.slice(0, 5)).toEqual(['"EXTF"', '700', '21', '"Buchungsstapel"', '13']);
    expect(file.head).toHaveLength(31);
    expect(file.head.slice(10, 16)).toEqual(['29098', '55003', '20260101', '4', '20261001', '20261031']);
    expect(file.head[21]).toBe('"EUR"');
    expect(file.columns).toHaveLength(125);
    expect(
      file.rows.map(({ amount, side, account, contra, day }) => [amount, side, account, contra, day]),
    ).toEqual([
      ['10,25', 'S', '1590', '8400', '0510'],
      ['20,50', 'S', '1590', '8400', '0610'],
      ['5,75', 'S', '1460', '1590', '0710'],
      ['12,00', 'S', '1200', '1590', '3110'],
    ]);
    const { runs } = await readAccounting(desk.tenant.as.viewer, desk.tenant.businessId);
    expect(runs).toMatchObject([{ number: 1, fileName: 'EXTF_journal-1-EUR-2026-10.csv', replacedBy: null }]);
  });

  test('in DATEV rounds each entry, and books the difference of the total', async () => {
    await map(numbers);
    for (const digits of ['0.004', '0.004', '0.004', '1.004'])
      await desk.deposit('2026-10-05T10:00:00Z', { settlementPayableAmount: digits });
    expect((await check({ target: 'datev' })).problems).toMatchObject([
      { problem: 'roundsToZero', count: 3 },
    ]);
    await expect(run({ target: 'datev' })).rejects.toMatchObject({ code: 'conflict' });
    for (const day of ['06', '07', '08', '09', '10'])
      await desk.deposit(`2026-10-${day}T10:00:00Z`, { settlementPayableAmount: '0.104' });
    const { runId } = await run({ target: 'datev', mode: 'day' });
    const { rows } = readDatev(await fetchBody(runId));
    // 1.016 is 1.02, and five times 0.104 is five times 0.10. The exact total is 1.536.
    expect(rows.map(({ amount, contra }) => [amount, contra])).toEqual([
      ['1,02', '8400'],
      ...Array.from({ length: 5 }, () => ['0,10', '8400']),
      ['0,02', '2660'],
    ]);
  });

  test('in DATEV books coins at a rate with its source, and is refused without', async () => {
    await map(numbers);
    await desk.deposit('2026-10-05T10:00:00Z', {
      settlementCurrency: 'USDT',
      settlementPayableAmount: '100',
    });
    const choice = { target: 'datev', currency: 'USDT' } as const;
    expect((await check(choice)).refused).toMatchObject([{ problem: 'rate', value: '100 USDT' }]);
    await expect(run(choice)).rejects.toMatchObject({ code: 'conflict' });
    expect((await check({ ...choice, rate: '0.92155', rateSource: 'Курс ЦБ' })).problems).toEqual([
      { problem: 'characters', entryId: null, value: 'Курс ЦБ', count: 0 },
    ]);
    const { runId } = await run({ ...choice, rate: '0.92155' });
    const text = new TextDecoder('windows-1252').decode(await fetchBody(runId));
    const { rows } = readDatev(await fetchBody(runId));
    expect(rows.map(({ amount, currency }) => [amount, currency])).toEqual([['92,16', 'EUR']]);
    expect(text).toContain('"100 USDT"');
    expect(text).toContain('"0.92155 ECB"');
  });
});

describe('a run', () => {
  test('keeps its bytes, and a new one holds only what no run holds', async () => {
    await map(names);
    await fillOctober();
    const first = await run({ target: 'csv' });
    const bytes = await fetchText(first.runId);
    await expect(run({ target: 'csv' })).rejects.toMatchObject({ code: 'conflict' });
    await desk.deposit('2026-10-09T10:00:00Z', { settlementPayableAmount: '1' });
    await database().deposit.updateMany({
      where: { businessId: desk.tenant.businessId, settlementPayableAmount: '10.25' },
      data: { settlementPayableAmount: '10' },
    });
    const second = await run({ target: 'csv' });
    expect(second.number).toBe(2);
    expect(readDoubleEntry(await fetchText(second.runId))).toEqual({
      'Assets:Service': '0.75',
      'Income:Sales': '-0.75',
    });
    await map(numbers);
    expect(await fetchText(first.runId)).toBe(bytes);
    const { as, businessId } = desk.tenant;
    const { fileName, body } = await fetchRun(as.accountant, businessId, first.runId, 'manifest');
    expect(fileName).toBe('journal-1-EUR-2026-10.csv.manifest.json');
    expect(JSON.parse(new TextDecoder().decode(body))).toMatchObject({
      ...{ run: 1, target: 'csv', layout: 'double entry 2', entries: 4, movements: 4, change: '13' },
      ...{ posting: 'net', sha256: createHash('sha256').update(bytes).digest('hex') },
    });
    const ids = (text: string) => new Set(text.split('\r\n').map((row) => row.split(',')[0]));
    const shared = [...ids(bytes)].filter((id) => ids(bytes).has(id) && id !== 'entry_id' && id !== '');
    const later = ids(await fetchText(second.runId));
    expect(shared.filter((id) => later.has(id))).toEqual([]);
  });

  test('replaces another one only when asked, and then holds all of it', async () => {
    await map(names);
    await fillOctober();
    const first = await run({ target: 'csv' });
    const second = await run({ target: 'csv', replaces: first.runId });
    expect(readDoubleEntry(await fetchText(second.runId))).toMatchObject({ 'Assets:Service': '13' });
    const { runs } = await readAccounting(desk.tenant.as.viewer, desk.tenant.businessId);
    expect(runs.map(({ number, replacedBy }) => [number, replacedBy])).toEqual([
      [2, null],
      [1, 2],
    ]);
    await expect(run({ target: 'csv', replaces: first.runId })).rejects.toMatchObject({ code: 'conflict' });
    const actions = await database().auditEntry.findMany({
      where: { chainId: desk.tenant.businessId, objectType: 'journal-run' },
      orderBy: { sequence: 'asc' },
      select: { action: true },
    });
    expect(actions.map(({ action }) => action)).toEqual([
      'journal.export',
      'journal.replace',
      'journal.fetch',
    ]);
  });

  test('of other days that share some with a run is refused', async () => {
    await map(names);
    await fillOctober();
    await run({ target: 'csv' });
    await expect(run({ target: 'csv', period: '2026-Q4' })).rejects.toMatchObject({ code: 'conflict' });
    await desk.deposit('2026-11-05T10:00:00Z', { settlementPayableAmount: '1' });
    await run({ target: 'csv', period: '2026-11' });
  });

  test('books later facts of a closed period on the first day of the next, in the journal of that', async () => {
    await map(names);
    await desk.open('2026-09-01', '0');
    await desk.deposit('2026-09-05T10:00:00Z', { settlementPayableAmount: '3' });
    await desk.close('2026-09');
    await desk.deposit('2026-09-06T10:00:00Z', { settlementPayableAmount: '4', changedAt: new Date() });
    const september = await run({ target: 'csv', period: '2026-09' });
    expect(readDoubleEntry(await fetchText(september.runId))).toMatchObject({ 'Assets:Service': '3' });
    const october = await fetchText((await run({ target: 'csv' })).runId);
    expect(readDoubleEntry(october)).toMatchObject({ 'Assets:Service': '4' });
    expect(october).toContain(',2026-10-01,clearing,');
    expect(october).toContain('Adjustment of a deposit of 2026-09-06');
  });

  test('books each fact on the day on which the statement counts it, in any days of closed periods', async () => {
    await map(names);
    await desk.open('2026-09-01', '0');
    const change = (depositId: string, digits: string) =>
      database().deposit.updateMany({
        where: { depositId },
        data: { settlementPayableAmount: digits, changedAt: new Date() },
      });
    const september = await desk.deposit('2026-09-05T10:00:00Z', { settlementPayableAmount: '10' });
    await desk.close('2026-09');
    await change(september, '11');
    const october = await desk.deposit('2026-10-28T10:00:00Z', { settlementPayableAmount: '5' });
    await desk.close('2026-10');
    await change(september, '12');
    await change(october, '7');
    await desk.deposit('2026-11-01T10:00:00Z', { settlementPayableAmount: '1' });
    const close = ['2026-10-01 1', '2026-10-28 5'];
    const open = ['2026-11-01 1', '2026-11-01 1', '2026-11-01 2'];
    for (const [period, entries] of [
      ['2026-10-26..2026-11-01', [close[1], ...open]],
      ['2026-10-20..2026-11-10', [close[1], ...open]],
      ['2026-10-01..2026-11-10', [...close, ...open]],
      ['2026-10-01..2026-10-31', close],
      ['2026-10-29..2026-10-31', []],
    ] as const) {
      const { figures } = await desk.read(period);
      const written = await run({ target: 'csv', period }).catch(() => null);
      const text = written === null ? '' : await fetchText(written.runId);
      const rows = text
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(','));
      const booked = rows.filter(([, , role]) => role === 'clearing');
      expect(booked.map(([, day, , , debit]) => `${day} ${debit}`).toSorted(), period).toEqual(entries);
      expect(new Set(booked.map(([id]) => id)).size).toBe(entries.length);
      expect(figures.change).toBe(
        entries.reduce((sum, entry) => sum + Number(entry?.split(' ')[1]), 0).toString(),
      );
      if (written !== null) await forgetRuns({ runId: written.runId });
    }
    // A later run of the same days reverses on the same day.
    const period = '2026-10-20..2026-11-10';
    await run({ target: 'csv', period });
    await change(september, '11');
    const text = await fetchText((await run({ target: 'csv', period })).runId);
    expect(text).toContain(',2026-11-01,clearing,');
    expect(readDoubleEntry(text)).toEqual({ 'Assets:Service': '-1', 'Income:Sales': '1' });
    await expect(run({ target: 'csv', period })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('needs the right to export, and the accounts that to close', async () => {
    const { businessId, as } = desk.tenant;
    await map(names);
    await fillOctober();
    const { runId } = await run({ target: 'csv' });
    for (const who of [as.viewer, as.compliance]) {
      await expect(
        checkJournal(who, checkJournalForm.parse(choose({ target: 'csv' }))),
      ).rejects.toMatchObject({ code: 'forbidden' });
      await expect(fetchRun(who, businessId, runId)).rejects.toMatchObject({ code: 'forbidden' });
    }
    const form = setAccountsForm.parse({
      ...{
        businessId,
        posting: 'net',
        accounts: names,
        consultant: '',
        client: '',
        firstMonth: 1,
        accountLength: 4,
        xeroTaxRate: '',
        bookCurrency: 'EUR',
      },
    });
    await expect(setAccounts(as.accountant, form)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(
      proposeBasis(as.accountant, { businessId, counts: true, reason: 'No' }),
    ).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
