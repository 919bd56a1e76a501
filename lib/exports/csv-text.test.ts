import { expect, test } from 'vitest';
import { csvText } from './csv-text.ts';

test('quotes only where they have to be, doubled where they are; empty cells keep their place', () => {
  expect(
    csvText([
      ['', 'a', '', 'b,c'],
      ['say "no"', 'two\nlines', 'one\rmore', ' x '],
    ]),
  ).toBe(',a,,"b,c"\r\n"say ""no""","two\nlines","one\rmore", x \r\n');
  expect(csvText([])).toBe('');
});
