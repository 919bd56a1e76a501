import { expect, test } from 'vitest';
import { sheetHead, sheetRows } from './sheet.ts';

const writeCell = (text: string) => sheetRows([[text]]);

test('writes every cell as text', () => {
  expect(writeCell('0.000000000000000001')).toBe(
    '<row><c t="inlineStr"><is><t>0.000000000000000001</t></is></c></row>',
  );
  expect(sheetRows([['a', '', '1']])).toContain('</c><c/><c');
  expect(writeCell('<b>&"')).toContain('<t>&lt;b&gt;&amp;"</t>');
  expect(writeCell(' a\nb ')).toContain('<t xml:space="preserve"> a\nb </t>');
});

test("escapes characters that XML can't hold, as the standard defines", () => {
  expect(writeCell('a\u0000\u001Fb\r_x0041_\uD800')).toContain(
    '<t>a_x0000__x001F_b_x000D__x005F_x0041_\uFFFD</t>',
  );
});

test('cuts a long cell and names its length and the complete file', () => {
  const cell = writeCell('x'.repeat(40_000));
  expect(cell).toContain('… (40000 characters in total, complete in the CSV file)</t>');
  expect(cell.length).toBeLessThan(32_767 + 100);
});

test('freezes the head row', () => {
  expect(sheetHead(['status', 'amount'])).toMatch(/state="frozen".*<row><c s="1" t="inlineStr">/);
});
