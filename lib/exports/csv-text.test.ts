import { expect, test } from 'vitest';
import { toCsvText } from './csv-text.ts';

test('quotes only where needed, doubles quotes and keeps empty cells', () => {
  expect(
    toCsvText([
      ['', 'a', '', 'b,c'],
      ['say "no"', 'two\nlines', 'one\rmore', ' x '],
    ]),
  ).toBe(',a,,"b,c"\r\n"say ""no""","two\nlines","one\rmore", x \r\n');
  expect(toCsvText([])).toBe('');
});
