import { describe, expect, test } from 'vitest';
import type { ColumnMapping } from '#lib/reconciliation/model/columns.ts';
import { listEntries, readStatement, toMapping } from '#lib/reconciliation/testing/read-statement.ts';
import { createJournalFixture, names } from './testing/journal-fixture.ts';
import { readCamtStrictly } from './testing/read-camt-strictly.ts';
import { readDoubleEntry } from './testing/read-journals.ts';

const { desk, map, check, run, fetchText, fillOctober } = createJournalFixture();

describe('a bank statement of the position', () => {
  test('has the structure of camt.053.001.08, balances that add up, and every movement', async () => {
    await desk.open('2026-10-01', '100.005');
    await fillOctober();
    const text = await fetchText((await run({ target: 'camt' })).runId);
    const { opening, closing, entries } = readCamtStrictly(text);
    const { figures } = await desk.read('2026-10');
    expect([opening, closing, figures.closing]).toEqual(['100.01', '113.01', '113.005']);
    expect(entries).toEqual([
      ['2026-10-05', '10.25'],
      ['2026-10-06', '20.50'],
      ['2026-10-07', '-5.75'],
      ['2026-10-31', '-12.00'],
    ]);
    // The reader of statements agrees, which checks the balances too.
    const read = [listEntries(await readStatement(text))].flat();
    expect(read.map((entry) => entry.replace(/CH-[0-9a-f]{18}$/, 'CH'))).toEqual([
      ...['2026-10-05 10.25 EUR CH', '2026-10-06 20.50 EUR CH'],
      ...['2026-10-07 -5.75 EUR CH', '2026-10-31 -12.00 EUR CH'],
    ]);
    expect(new Set(read.map((entry) => entry.split(' ').at(-1))).size).toBe(4);
    // A later run begins where this one ended, and the next month where both did.
    await desk.deposit('2026-10-09T10:00:00Z', { settlementPayableAmount: '1.004' });
    const later = readCamtStrictly(await fetchText((await run({ target: 'camt' })).runId));
    expect(later).toMatchObject({ opening: '113.01', closing: '114.01', entries: [['2026-10-09', '1.00']] });
    await desk.deposit('2026-11-09T10:00:00Z', { settlementPayableAmount: '2' });
    const next = await run({ target: 'camt', period: '2026-11' });
    expect(readCamtStrictly(await fetchText(next.runId))).toMatchObject({
      ...{ opening: '114.01', closing: '116.01' },
    });
  });

  test('needs an opening position and a fiat currency, and leaves gross posting to the books', async () => {
    await map(names, 'gross');
    await desk.deposit('2026-10-05T10:00:00Z', {
      ...{ settlementPayableAmount: '95', settlementServiceFee: '4' },
      ...{ displayCurrency: 'EUR', displayAmount: '99' },
    });
    expect((await check({ target: 'camt' })).problems).toEqual([
      { problem: 'opening', entryId: null, value: 'EUR', count: 0 },
    ]);
    expect((await check({ target: 'camt', currency: 'USDT' })).problems).toMatchObject([
      { problem: 'currency' },
      { problem: 'opening' },
    ]);
    await desk.open('2026-10-01', '0');
    const books = await run({ target: 'csv' });
    expect(readDoubleEntry(await fetchText(books.runId))).toEqual({
      ...{ 'Assets:Service': '95', 'Income:Sales': '-99', 'Expenses:Service': '4' },
    });
    // Each program gets everything, also after another one. A run replaces only one of the same program.
    await expect(run({ target: 'camt', replaces: books.runId })).rejects.toMatchObject({ code: 'conflict' });
    const { runId } = await run({ target: 'camt' });
    expect(readCamtStrictly(await fetchText(runId))).toMatchObject({ opening: '0.00', closing: '95.00' });
    for (const target of ['csv', 'camt'] as const)
      await expect(run({ target })).rejects.toMatchObject({ code: 'conflict' });
    // Days of one program don’t bind another one.
    await run({ target: 'hledger', period: '2026-Q4' });
    await expect(run({ target: 'csv', period: '2026-Q4' })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('of Xero has the signed amount of each movement, and needs no opening position', async () => {
    await fillOctober();
    const text = await fetchText((await run({ target: 'xeroBank' })).runId);
    const [head, ...lines] = text.trimEnd().split('\r\n');
    expect(head).toBe('*Date,*Amount,Payee,Description,Reference,Check Number');
    const cells = lines.map((line) => line.split(','));
    expect(cells.map(([day, amount]) => `${day} ${amount}`)).toEqual([
      ...['05/10/2026 10.25', '06/10/2026 20.50', '07/10/2026 -5.75', '31/10/2026 -12.00'],
    ]);
    expect(new Set(cells.map((row) => row[4])).size).toBe(4);
    expect(cells.every((row) => row.length === 6)).toBe(true);
    // The reader of statements finds the same lines.
    const columns: ColumnMapping['columns'] = ['day', 'amount', '', 'details', 'reference', ''];
    expect(listEntries(await readStatement(text, toMapping(head ?? '', ',', { columns })))).toEqual(
      lines.map((line) => {
        const [day = '', amount = '', , , reference] = line.split(',');
        return `${day.split('/').toReversed().join('-')} ${amount} EUR ${reference}`;
      }),
    );
    expect((await check({ target: 'xeroBank', currency: 'USDT' })).problems).toMatchObject([
      { problem: 'currency' },
    ]);
  });
});
