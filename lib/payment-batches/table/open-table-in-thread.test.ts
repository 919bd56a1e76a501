import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import { buildWorkbook, headRow } from '../testing/workbook.ts';
import { openTableInThread } from './open-table-in-thread.ts';
import type { TableRow } from './read-workbook.ts';

const detected = { encoding: null, separator: null };
const utf8 = (text: string) => new TextEncoder().encode(text);
const buildSheet = (content: string) =>
  buildWorkbook('', {
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${headRow}${content}</sheetData></worksheet>`,
  });

test('reads the rows of a file in parts, in order, with the notes after the last one', async () => {
  const row = (number: number) =>
    `<row r="${number}"><c r="A${number}"><v>${number}</v></c><c r="C${number}"><v>1</v></c></row>`;
  const content = Array.from({ length: 1_200 }, (_none, index) => row(index + 2)).join('');
  const bytes = await buildWorkbook(headRow + content, { 'xl/vbaProject.bin': 'x' });
  const table = await openTableInThread(bytes, 'xlsx', detected);
  expect(table).toMatchObject({ encoding: null, headers: ['id', 'amount', 'currency'] });
  const rows: TableRow[] = [];
  for await (const one of table.rows) rows.push(one);
  expect(rows.map(({ number }) => number)).toEqual(
    Array.from({ length: 1_200 }, (_none, index) => index + 2),
  );
  expect(rows[0]?.cells).toMatchObject([{ text: '2' }, { text: '' }, { text: '1' }]);
  expect([...table.notes]).toEqual(['macros']);
  const again = await table.openAgain();
  expect([...again.notes]).toEqual([]);
  expect((await again.rows.next()).value).toEqual(rows[0]);
  // A second reading can begin before the first one is complete.
  const third = await table.openAgain();
  const numbers: number[] = [];
  for await (const { number } of third.rows) numbers.push(number);
  expect(numbers).toEqual(rows.map(({ number }) => number));
  await table.end();
});

test.each([
  ['a damaged workbook', utf8('PK'), 'xlsx' as const, tBatchProblems('file.notWorkbook')],
  [
    'a text that never ends',
    utf8('id,amount\n"1,2\n'),
    'csv' as const,
    tBatchProblems('file.quote', { row: 2 }),
  ],
])('refuses %s with its message', async (_name, bytes, source, message) => {
  const read = async () => {
    const table = await openTableInThread(bytes, source, detected);
    for await (const _row of table.rows);
  };
  await expect(read()).rejects.toMatchObject({ code: 'invalid', message });
});

test.each([
  ['elements', '<x/>'],
  ['comments', '<!---->'],
  ['instructions', '<??>'],
  ['empty rows', '<row/>'],
  ['empty cells', '<c/>'],
])('refuses a workbook of 20 MB of %s, while other work has its turns', async (_name, element) => {
  const bytes = await buildSheet(element.repeat((20 * 1024 * 1024) / element.length));
  expect(bytes.byteLength).toBeLessThan(60_000);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 5);
  await expect(openTableInThread(bytes, 'xlsx', detected)).rejects.toMatchObject({ code: 'invalid' });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});

test('ends the thread when the client leaves', async () => {
  const left = new AbortController();
  const bytes = await buildSheet('<row><c><v>1</v></c></row>'.repeat(40_000));
  const opened = openTableInThread(bytes, 'xlsx', detected, left.signal);
  const refused = expect(opened).rejects.toMatchObject({ code: 'unavailable' });
  left.abort();
  await refused;
  expect(getEventListeners(left.signal, 'abort')).toEqual([]);
});

test('refuses a workbook whose texts need more memory than the thread may take', async () => {
  const texts = `<si><t>${'a'.repeat(17_000)}</t></si>`.repeat(3_500);
  const bytes = await buildWorkbook(headRow, { 'xl/sharedStrings.xml': `<sst>${texts}</sst>` });
  const opened = openTableInThread(bytes, 'xlsx', detected, undefined, { memoryMb: 24, readingMs: 60_000 });
  const message = tBatchProblems('file.takesTooLong');
  await expect(opened).rejects.toMatchObject({ code: 'invalid', message });
});

test('refuses a file that takes too long', async () => {
  const opened = openTableInThread(utf8('id\n1\n'), 'csv', detected, undefined, {
    memoryMb: 100,
    readingMs: 1,
  });
  const message = tBatchProblems('file.takesTooLong');
  await expect(opened).rejects.toMatchObject({ code: 'invalid', message });
});
