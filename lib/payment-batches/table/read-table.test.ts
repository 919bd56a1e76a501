import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import { batchLimits } from '../model/fields.ts';
import type { BatchSource } from '../schema.ts';
import { buildWorkbook, headRow } from '../testing/workbook.ts';
import { decodeText, detectEncoding } from './decode-text.ts';
import { detectSeparator, parseCsv } from './parse-csv.ts';
import { openTable } from './read-table.ts';
import type { TableRow } from './read-workbook.ts';
import { readWorkbookNumber } from './workbook-number.ts';
import { readSharedStrings } from './workbook-parts.ts';

const detected = { encoding: null, separator: null };
const utf8 = (text: string) => new TextEncoder().encode(text);

async function read(bytes: Uint8Array, source: BatchSource = 'csv') {
  const table = await openTable(bytes, source, detected);
  const rows: TableRow[] = [];
  for await (const row of table.rows) rows.push(row);
  return { ...table, rows };
}
const texts = ({ rows }: Awaited<ReturnType<typeof read>>) =>
  rows.map(({ cells }) => cells.map(({ text }) => text));

describe('text files', () => {
  test.each([
    ['UTF-8', utf8('id;amount\nÄ-1;1.5\n'), 'utf-8'],
    ['UTF-8 with a mark', utf8('\ufeffid;amount\nÄ-1;1.5\n'), 'utf-8'],
    ['UTF-16', new Uint8Array(Buffer.from('\ufeffid;amount\nÄ-1;1.5\n', 'utf16le')), 'utf-16le'],
    ['UTF-16 without a mark', new Uint8Array(Buffer.from('id;amount\nÄ-1;1.5\n', 'utf16le')), 'utf-16le'],
    ['Windows-1252', new Uint8Array(Buffer.from('id;amount\nÄ-1;1.5\n', 'latin1')), 'windows-1252'],
  ])('detects %s and the separator', async (_name, bytes, encoding) => {
    const table = await read(bytes);
    expect(table).toMatchObject({ encoding, separator: ';', headers: ['id', 'amount'] });
    expect(texts(table)).toEqual([['Ä-1', '1.5']]);
  });

  test('reads quoted values with separators, line breaks and quotation marks', () => {
    const rows = [...parseCsv('a,"b,""c""\r\nd",e\r\n\r\n"",x', ',')];
    expect(rows).toEqual([
      { number: 1, cells: ['a', 'b,"c"\r\nd', 'e'], end: 18 },
      { number: 2, cells: [''], end: 20 },
      { number: 3, cells: ['', 'x'], end: 25 },
    ]);
  });

  test('reads back every table that is written by RFC 4180', () => {
    const cell = fc.string().map((text) => text.toWellFormed());
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(',' as const, ';' as const, '\t' as const),
        (table, separator) => {
          const text = table
            .map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(separator))
            .join('\r\n');
          expect([...parseCsv(text, separator)].map(({ cells }) => cells)).toEqual(table);
        },
      ),
    );
  });

  test('detects a comma although values contain semicolons', () => {
    expect(detectSeparator('id,amount,note\n1,2,a;b\n2,3,c;d\n')).toBe(',');
    expect(detectSeparator('sep=;\nid,amount;x\n')).toBe(';');
    expect(detectSeparator('id\n1\n')).toBe(',');
  });

  test('numbers rows as in a spreadsheet and skips empty ones', async () => {
    const { rows } = await read(utf8('id,amount\n\n1,2\n,\n3,4\n'));
    expect(rows.map(({ number }) => number)).toEqual([3, 5]);
  });

  test.each([
    ['a quotation mark that is never closed', utf8('id,amount\n"1,2\n')],
    ['bytes that are no text', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])],
    ['NUL', utf8('id,amount\n1,\u00002\n')],
    ['no rows at all', utf8('\n\n')],
    ['a value that is too long', utf8(`id,amount\n1,${'2'.repeat(batchLimits.cellLength + 1)}\n`)],
    ['a row of separators alone', utf8(`id,amount\n${','.repeat(20_000)}\n1,2\n`)],
    ['too many columns', utf8(`${'a,'.repeat(batchLimits.columns + 1)}b\n1,2\n`)],
  ])('refuses %s', async (_name, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ code: 'invalid' });
  });

  test('refuses one row more than the limit', async () => {
    const file = (rows: number) => utf8(`id\n${'x\n'.repeat(rows)}`);
    expect((await read(file(batchLimits.rows))).rows).toHaveLength(batchLimits.rows);
    await expect(read(file(batchLimits.rows + 1))).rejects.toMatchObject({ code: 'invalid' });
  });

  test.each([
    ['at the end of rows', (rows: number) => utf8(`id,amount${'\n1,2'.repeat(rows)}`)],
    ['after empty rows', (rows: number) => utf8(`id,amount\n${'\n1,2\n,'.repeat(rows)}`)],
    ['with carriage returns only', (rows: number) => utf8(`id,amount\r${'1,2\r'.repeat(rows)}`)],
  ])('refuses too many rows before it reads the first one: %s', async (_name, write) => {
    await expect(openTable(write(60_000), 'csv', detected)).rejects.toMatchObject({
      code: 'invalid',
      message: tBatchProblems('file.rowCount', { count: 60_000 }),
    });
    const table = await openTable(write(batchLimits.rows), 'csv', detected);
    expect(table.headers).toEqual(['id', 'amount']);
  });

  test('counts a value with line breaks once', async () => {
    const lines = `"${'\n'.repeat(40)}",2\n`.repeat(2_000);
    expect((await read(utf8(`id,amount\n${lines}`))).rows).toHaveLength(2_000);
  });

  test('never throws for any bytes except with a message', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        await read(bytes).catch((failure: unknown) => expect(failure).toMatchObject({ code: 'invalid' }));
      }),
    );
  });

  test('refuses an encoding that does not fit', () => {
    expect(detectEncoding(new Uint8Array(0))).toBe('utf-8');
    expect(() => decodeText(new Uint8Array([0xff, 0x41]), 'utf-8')).toThrow();
  });
});

describe('workbooks', () => {
  const buildRow = (cells: string) => buildWorkbook(`${headRow}<row r="3">${cells}</row>`);

  test('reads shared, inline and numeric cells at their columns', async () => {
    const table = await read(
      await buildRow('<c r="A3" t="s"><v>3</v></c><c r="C3" t="inlineStr"><is><t>EUR</t></is></c>'),
      'xlsx',
    );
    expect(table).toMatchObject({ encoding: null, headers: ['id', 'amount', 'currency'] });
    expect(table.rows).toEqual([
      { number: 3, cells: [{ text: 'INV-1 & 2' }, { text: '' }, { text: 'EUR' }] },
    ]);
  });

  test.each([
    ['formula', '<c r="A3"><f>1+1</f><v>2</v></c>'],
    ['date', '<c r="A3" s="1"><v>45000</v></c>'],
    ['date', '<c r="A3" s="2"><v>45000</v></c>'],
    ['date', '<c r="A3" t="d"><v>2026-11-25</v></c>'],
    ['error', '<c r="A3" t="e"><v>#REF!</v></c>'],
    ['inexact', '<c r="A3"><v>12345678901234568</v></c>'],
  ])('marks a cell with a %s', async (problem, cell) => {
    const { rows } = await read(await buildRow(cell), 'xlsx');
    expect(rows[0]?.cells[0]).toMatchObject({ problem });
  });

  test('refuses too many rows before it reads the first one, unless the named area has unused rows', async () => {
    const open = async (rows: string, area: string) => {
      const sheet = `<worksheet>${area}<sheetData>${headRow}${rows}</sheetData></worksheet>`;
      return openTable(await buildWorkbook('', { 'xl/worksheets/sheet1.xml': sheet }), 'xlsx', detected);
    };
    const row = '<row><c><v>1</v></c></row>';
    for (const area of ['', '<dimension ref="A1:A60001"/>'])
      await expect(open(row.repeat(60_000), area)).rejects.toMatchObject({
        message: tBatchProblems('file.rowCount', { count: 60_000 }),
      });
    const { headers } = await open(row + '<row/>'.repeat(60_000), '<dimension ref="A1:C60001"/>');
    expect(headers).toEqual(['id', 'amount', 'currency']);
  });

  test('notes what it ignores', async () => {
    const bytes = await buildWorkbook(`${headRow}<row r="2"><c r="A2"><v>1</v></c></row>`, {
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${headRow}<row r="2"><c r="A2"><v>1</v></c></row></sheetData><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells></worksheet>`,
      'xl/vbaProject.bin': 'x',
      'xl/externalLinks/externalLink1.xml': '<externalLink/>',
    });
    const { notes } = await read(bytes, 'xlsx');
    expect([...notes].sort()).toEqual(['links', 'macros', 'merged']);
  });

  test('notes hidden rows, which a filter of the spreadsheet leaves out', async () => {
    const row = '<row r="3" hidden="1"><c r="A3"><v>1</v></c></row>';
    const { notes, rows } = await read(await buildWorkbook(headRow + row), 'xlsx');
    expect([...notes]).toEqual(['hidden']);
    expect(rows).toHaveLength(1);
  });

  test('reads no text for a cell that names none', async () => {
    const cells = '<c r="A3" t="s"/><c r="B3" t="s"><v>9</v></c><c r="C3"><v>1</v></c>';
    const { rows } = await read(await buildRow(cells), 'xlsx');
    expect(rows[0]?.cells.map(({ text }) => text)).toEqual(['', '', '1']);
  });

  test.each([
    ['one number twice', '<row r="2"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>'],
    ['a row inside another', '<row r="2"><row r="3"><c><v>1</v></c></row></row>'],
    ['the end of a row that never began', '</row>'],
  ])('refuses rows with %s', async (_name, rows) => {
    await expect(read(await buildWorkbook(headRow + rows), 'xlsx')).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  test.each([
    ['no archive', new Uint8Array([1, 2, 3, 4])],
    ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])],
  ])('refuses %s', async (_name, bytes) => {
    await expect(read(bytes, 'xlsx')).rejects.toMatchObject({ code: 'invalid' });
  });

  test.each([
    ['a sheet that is cut', { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1"><c' }],
    ['entities of its own', { 'xl/worksheets/sheet1.xml': '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>' }],
    ['no sheet', { 'xl/workbook.xml': '<workbook><sheets/></workbook>' }],
  ])('refuses %s', async (_name, more) => {
    await expect(read(await buildWorkbook(headRow, more), 'xlsx')).rejects.toMatchObject({ code: 'invalid' });
  });

  test('refuses a workbook that unpacks to more than the limit', async () => {
    const bytes = await buildWorkbook(headRow, { 'xl/styles.xml': ' '.repeat(9 * 1024 * 1024) });
    expect(bytes.byteLength).toBeLessThan(100_000);
    await expect(read(bytes, 'xlsx')).rejects.toMatchObject({ code: 'invalid' });
  });

  test('refuses a long value before it reads the rest of the sheet', async () => {
    const long = 'x'.repeat(10_000);
    const sheet = `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${long}</t><t>${long}</t></is></c><c`;
    const bytes = await buildWorkbook('', { 'xl/worksheets/sheet1.xml': sheet });
    const message = tBatchProblems('file.cellTooLong', { row: 1 });
    await expect(read(bytes, 'xlsx')).rejects.toMatchObject({ message });
  });

  test('refuses a shared text of many parts that is too long, at the first row that has it', async () => {
    const part = `<r><t>${'_x0041_'.repeat(50)}</t></r>`;
    const workbook = (parts: number, cell: string) =>
      buildWorkbook(`${headRow}<row r="3">${cell}</row>`, {
        'xl/sharedStrings.xml': `<sst><si><t>id</t></si><si><t>amount</t></si><si><t>currency</t></si><si>${part.repeat(parts)}</si></sst>`,
      });
    const cell = '<c r="A3" t="s"><v>3</v></c>';
    expect(texts(await read(await workbook(50, cell), 'xlsx'))).toEqual([['A'.repeat(2_500)]]);
    const message = tBatchProblems('file.cellTooLong', { row: 3 });
    await expect(read(await workbook(60, cell), 'xlsx')).rejects.toMatchObject({ message });
    // Another sheet may use it.
    expect(texts(await read(await workbook(60, '<c r="A3"><v>1</v></c>'), 'xlsx'))).toEqual([['1']]);
  });

  test('decodes a shared text once', async () => {
    async function* read() {
      yield '<sst><si><r><t>a_x000</t></r><r><t>D_b</t></r></si><si><t>_x005F_x000D_</t></si></sst>';
    }
    expect(await readSharedStrings({ read })).toEqual(['a\rb', '_x000D_']);
  });

  test.each([
    ['one column twice', '<c r="A3"><v>1</v></c><c r="A3"><v>2</v></c>'],
    ['columns out of order', '<c r="B3"><v>1</v></c><c r="A3"><v>2</v></c>'],
  ])('refuses a row with %s', async (_name, cells) => {
    await expect(read(await buildRow(cells), 'xlsx')).rejects.toMatchObject({ code: 'invalid' });
  });

  test('reads a text in a cell without its phonetic hints', async () => {
    const hint = '<rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>';
    const cell = `<c r="A3" t="inlineStr"><is><r><t>東</t></r>${hint}<r><t>京</t></r></is></c>`;
    expect(texts(await read(await buildRow(cell), 'xlsx'))).toEqual([['東京']]);
  });

  test('refuses a workbook with more texts than its rows can use', async () => {
    async function* read() {
      yield '<sst><si/><si><t>a</t></si><si/></sst>';
    }
    expect(await readSharedStrings({ read }, 3)).toEqual(['', 'a', '']);
    await expect(readSharedStrings({ read }, 2)).rejects.toMatchObject({ code: 'invalid' });
  });

  test.each([
    ['49.9', '49.9'],
    ['1.1000000000000001', '1.1'],
    ['0.30000000000000004', undefined],
    ['1.0000000000000001E-5', '0.00001'],
    ['123456789012345', '123456789012345'],
    ['1234567890123456', undefined],
    [`1.${'0'.repeat(17_000)}1`, undefined],
  ])('reads the number %s', (raw, text) => {
    const cell = readWorkbookNumber(raw);
    if (text === undefined) expect(cell.problem).toBe('inexact');
    else expect(cell).toEqual({ text });
  });
});
