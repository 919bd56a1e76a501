import { expect, test } from 'vitest';
import { escapeFormula } from './column.ts';

test.each([
  '=1+1',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1+1',
  '\u00a0\u00a0@SUM(A1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
])('escapes %j with an apostrophe', (text) => {
  expect(escapeFormula(text)).toBe(`'${text}`);
});

test.each(['', 'order=1', 'a-b', ' order 1', '"=1"', "'=1", '100%', 'rPEPPER7kf?dt=+1', 'مرجع'])(
  '%j stays as it is',
  (text) => {
    expect(escapeFormula(text)).toBe(text);
  },
);
