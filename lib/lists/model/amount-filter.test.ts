import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, parseSignedAmount } from '#lib/values/amount.ts';
import { formatAmountRange, isAmountBelow, parseAmountRange, parseNumberRange } from './amount-filter.ts';

const digits = fc
  .tuple(fc.bigInt(0n, 10n ** 34n), fc.stringMatching(/^[0-9]{0,20}$/))
  .map(([whole, rest]) => amount(rest === '' ? `${whole}` : `${whole}.${rest}`));

const signed = fc
  .tuple(digits, fc.boolean())
  .map(([text, below]) => parseSignedAmount(below ? `-${text}` : text) ?? amount('0'));

const scaled = (text: string): bigint => {
  const [whole = '', rest = ''] = text.replace('-', '').split('.');
  const parts = BigInt(whole + rest.padEnd(30, '0'));
  return text.startsWith('-') ? -parts : parts;
};

test('compares amounts by sign and every digit', () => {
  fc.assert(
    fc.property(signed, signed, (one, other) => {
      expect(isAmountBelow(one, other)).toBe(scaled(one) < scaled(other));
    }),
    { numRuns: 5_000 },
  );
});

test('writes a range so that it parses to the same range, lower end first', () => {
  fc.assert(
    fc.property(signed, signed, (one, other) => {
      const range = parseAmountRange(`EUR:${one}..${other}`, true);
      expect(range?.currency).toBe('EUR');
      expect(range?.from && range.to && isAmountBelow(range.to, range.from)).toBe(false);
      expect(range && parseAmountRange(formatAmountRange(range), true)).toEqual(range);
    }),
  );
});

test('writes a range of numbers so that it parses to the same range, lower end first', () => {
  fc.assert(
    fc.property(signed, signed, (one, other) => {
      const range = parseNumberRange(`${one}..${other}`);
      expect(range?.currency).toBe(null);
      expect(range?.from && range.to && isAmountBelow(range.to, range.from)).toBe(false);
      expect(range && parseNumberRange(formatAmountRange(range))).toEqual(range);
    }),
  );
});

test.each([
  ['10..', { currency: null, from: '10', to: null }],
  ['..-0.5', { currency: null, from: null, to: '-0.5' }],
  ['7', { currency: null, from: '7', to: '7' }],
])('reads the numbers %s', (text, range) => {
  expect(parseNumberRange(text)).toEqual(range);
});

test.each(['', '..', 'EUR:1..2', '1e3', '0,5..1', '1..2..3', 'high'])(
  'reads no numbers from "%s"',
  (text) => {
    expect(parseNumberRange(text)).toBe(null);
  },
);
