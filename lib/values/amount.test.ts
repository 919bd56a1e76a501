import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, parseAmount, parseSignedAmount, toPlainDigits, trimAmount } from './amount.ts';

describe('parseAmount', () => {
  it.each(['0', '1', '49.90', '0.000000000000000001', '9'.repeat(35), `0.${'1'.repeat(30)}`])(
    'parses %s',
    (text) => {
      expect(parseAmount(text)).toBe(text);
    },
  );

  it.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '-1',
    '01',
    '00',
    '.5',
    '5.',
    '1,5',
    '1e3',
    '1E3',
    'NaN',
    'Infinity',
    '0x10',
    '١٢',
    '1_000',
    '9'.repeat(36),
    `0.${'1'.repeat(31)}`,
    '1.2.3',
    '1\n',
    '\u0000',
  ])('refuses %j', (text) => {
    expect(parseAmount(text)).toBeNull();
  });

  it('keeps the sign of a signed amount, but for zero', () => {
    expect(parseSignedAmount('-0.5')).toBe('-0.5');
    expect(parseSignedAmount('-0.00')).toBe('0.00');
    expect(parseSignedAmount('--1')).toBeNull();
  });
});

describe('plainDigits', () => {
  it.each([
    ['1.5e-7', '0.00000015'],
    ['1E+3', '1000'],
    ['1.25e1', '12.5'],
    ['1.50e2', '150'],
    ['12e0', '12'],
    ['-2', '-2'],
    ['0.10', '0.10'],
    ['100e-2', '1'],
    ['1.23456789012345678901234567890e10', '12345678901.234567890123456789'],
    ['0e-5', '0'],
    ['007', '7'],
  ])('%s is %s', (text, digits) => {
    expect(toPlainDigits(text)).toBe(digits);
  });

  it.each(['1e400', '1e-400', '1e', 'e5', '', '.', '-', '1e99999999'])(
    'has no plain digits for %j',
    (text) => {
      expect(toPlainDigits(text)).toBeNull();
    },
  );

  it('expands an exponent to the same number', () => {
    const digits = fc.stringMatching(/^[0-9]{1,20}$/);
    fc.assert(
      fc.property(digits, digits, fc.integer({ min: -40, max: 40 }), (whole, fraction, exponent) => {
        const plain = toPlainDigits(`${whole}.${fraction}e${exponent}`);
        // Scales both sides by 10^100 to integers, without floating-point numbers.
        const [integer = '', rest = ''] = (plain ?? '').split('.');
        const actual = BigInt(integer + rest.padEnd(100, '0'));
        const expected = BigInt(whole + fraction) * 10n ** BigInt(100 + exponent - fraction.length);
        expect(actual).toBe(expected);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('trimAmount', () => {
  it.each([
    ['1.500', '1.5'],
    ['1.000', '1'],
    ['100', '100'],
    ['0.0', '0'],
    ['10.10', '10.1'],
  ])('%s is %s', (from, to) => {
    expect(trimAmount(amount(from))).toBe(to);
  });
});
