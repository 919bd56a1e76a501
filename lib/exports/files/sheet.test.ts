import { describe, expect, test } from 'vitest';
import type { CellKind } from '../column.ts';
import { columnLetters, sheetFoot, sheetHead, sheetRows, workbookParts } from './sheet.ts';

const column = (heading: string, kind: CellKind | null = null) => ({ heading, name: heading, kind });
const writeCell = (text: string, kind: CellKind | null = null, beside = '') =>
  sheetRows([[text, beside]], [{ kind }, { kind: null }], 4)
    .replace(/^<row r="5">/, '')
    .replace(/(?:<c r="B5" t="inlineStr"><is><t>[A-Z]*<\/t><\/is><\/c>)?<\/row>$/, '');

describe('cells', () => {
  test('writes text as text', () => {
    expect(writeCell('0001')).toBe('<c r="A5" t="inlineStr"><is><t>0001</t></is></c>');
    expect(writeCell('<b>&"')).toContain('<t>&lt;b&gt;&amp;"</t>');
    expect(writeCell(' a\nb ')).toContain('<t xml:space="preserve"> a\nb </t>');
  });

  test.each([
    ['49.9', 'EUR', '<c r="A5" s="2"><v>49.9</v></c>'],
    ['1500', 'JPY', '<c r="A5" s="3"><v>1500</v></c>'],
    ['49.999', 'EUR', '<c r="A5" s="4"><v>49.999</v></c>'],
    ['0.000000000000000001', 'ETH', '<c r="A5" s="4"><v>0.000000000000000001</v></c>'],
    ['-0.5', 'USDT', '<c r="A5" s="4"><v>-0.5</v></c>'],
    ['123456789012.345', 'EUR', '<c r="A5" s="4"><v>123456789012.345</v></c>'],
  ])('writes %s %s as a number', (text, currency, xml) => {
    expect(writeCell(text, 'amount', currency)).toBe(xml);
  });

  test.each(['1234567890.123456', '9007199254740993', "'=1+1", '1E5'])(
    'writes %s as text, because a spreadsheet would change it',
    (text) => {
      expect(writeCell(text, 'amount', 'ETH')).toBe(`<c r="A5" t="inlineStr"><is><t>${text}</t></is></c>`);
    },
  );

  test('writes times as dates in the zone of the business', () => {
    expect(writeCell('2026-11-20T18:00:00+01:00', 'time')).toBe('<c r="A5" s="5"><v>46346.75</v></c>');
    expect(writeCell('', 'time')).toBe('');
  });
});

test("escapes characters that XML can't hold, as the standard defines", () => {
  expect(writeCell('a\u0000\u001Fb\r_x0041_\uD800')).toContain(
    '<t>a_x0000__x001F_b_x000D__x005F_x0041_\uFFFD</t>',
  );
});

test('cuts a long cell and names its length and the complete file', () => {
  const cell = writeCell('x'.repeat(40_000));
  expect(cell).toContain('… (shortened: the CSV file has all 40000 characters)</t>');
  expect(cell.length).toBeLessThan(32_767 + 100);
});

describe('the place of each row and cell', () => {
  test('is named, because Gnumeric reads only those that name it', () => {
    const wide = Array.from({ length: 28 }, (_, at) => (at === 1 ? '' : `${at}`));
    const columns = wide.map((heading) => column(heading, 'amount'));
    const xml = `${sheetHead(columns)}${sheetRows([wide, []], columns, 1)}${sheetRows([wide], columns, 3)}`;
    expect([...xml.matchAll(/<row([^>]*)>/g)].map(([, attributes]) => attributes)).toEqual(
      [1, 2, 3, 4].map((number) => ` r="${number}"`),
    );
    const letters = [...'ACDEFGHIJKLMNOPQRSTUVWXYZ', 'AA', 'AB'];
    expect([...xml.matchAll(/<c\b([^>]*?)(?: [st]=[^>]*)?>/g)].map(([, place]) => place)).toEqual(
      [1, 2, 4].flatMap((number) => letters.map((letter) => ` r="${letter}${number}"`)),
    );
  });
});

describe('the sheet', () => {
  const columns = [column('Status'), column('Actual amount', 'amount'), column('Actual amount, currency')];

  test('freezes the head row and fits the columns', () => {
    expect(sheetHead(columns)).toMatch(/state="frozen".*<row r="1"><c r="A1" s="1" t="inlineStr">/);
    expect(sheetHead(columns)).toContain('<col min="2" max="2" width="18" customWidth="1"/>');
  });

  test('filters all rows', () => {
    expect(sheetFoot(columns, 277)).toContain('<autoFilter ref="A1:C278"/>');
    expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  });

  test('notes at the heading of an amount that longer ones are text', () => {
    const parts = workbookParts('payments', columns);
    expect(parts['xl/comments1.xml']).toContain('<comment ref="B1"');
    expect(parts['xl/comments1.xml']).toContain('Longer amounts are text');
    expect(parts['[Content_Types].xml']).toContain('/xl/comments1.xml');
    expect(sheetFoot(columns, 1)).toContain('<legacyDrawing r:id="rId2"/>');
  });

  test('has no notes without amounts and times', () => {
    expect(workbookParts('audit', [column('Action')])['xl/comments1.xml']).toBeUndefined();
    expect(sheetFoot([column('Action')], 1)).not.toContain('legacyDrawing');
  });
});
