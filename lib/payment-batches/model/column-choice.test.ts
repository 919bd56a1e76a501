import { expect, test } from 'vitest';
import { readColumnChoice, writeColumnChoice } from './column-choice.ts';

const checked = {
  encoding: 'utf-8',
  separator: ',',
  decimalSign: '.',
  headers: ['Rechnung', 'Betrag', ''],
  mapping: ['', 'amount', ''],
  defaults: { currency: 'EUR', locale: 'en' },
} as const;

test('keeps every choice of a person as text', () => {
  const choice = {
    encoding: 'windows-1252',
    separator: ';',
    decimalSign: null,
    mapping: ['clientPaymentId', '', 'amount'],
    defaults: { currency: 'USD', locale: '' },
  } as const;
  const text = writeColumnChoice(checked, choice);
  expect(readColumnChoice(checked, text)).toEqual(choice);
  expect(text).not.toBe('');
});

test('keeps nothing of an untouched form', () => {
  const { headers: _headers, ...choice } = checked;
  expect(writeColumnChoice(checked, choice)).toBe('');
  expect(writeColumnChoice(checked, { ...choice, defaults: { ...choice.defaults, network: '' } })).toBe('');
  expect(readColumnChoice(checked, '')).toEqual(choice);
});

test('keeps what a colleague has chosen since, except where the person chose differently', () => {
  const { headers: _headers, ...choice } = checked;
  const text = writeColumnChoice(checked, { ...choice, defaults: { ...choice.defaults, currency: 'USD' } });
  const later = {
    ...checked,
    mapping: ['clientPaymentId', 'amount', ''],
    defaults: { locale: 'de' },
  } as const;
  expect(readColumnChoice(later, text)).toEqual({
    encoding: 'utf-8',
    separator: ',',
    decimalSign: '.',
    mapping: later.mapping,
    defaults: { locale: 'de', currency: 'USD' },
  });
});

test('drops the field of a column that has another name by now', () => {
  const { headers: _headers, ...choice } = checked;
  const text = writeColumnChoice(checked, { ...choice, mapping: ['clientPaymentId', 'amount', 'network'] });
  const renamed = { ...checked, headers: ['Order', 'Betrag', ''] };
  expect(readColumnChoice(renamed, text).mapping).toEqual(['', 'amount', 'network']);
});

test('fits into a draft with 100 long column names', () => {
  const headers = Array.from({ length: 100 }, (_header, at) => `${at}`.padEnd(2_500, '€'));
  const wide = { ...checked, headers, mapping: headers.map(() => '' as const) };
  const mapping = headers.map(() => 'amount' as const);
  expect(writeColumnChoice(wide, { ...wide, mapping }).length).toBeLessThan(50_000);
});

test.each([
  '{',
  'null',
  '[1]',
  '{"columns":[[0,"Rechnung","other"],[9,"x","amount"],1],"encoding":"x","defaults":1}',
])('ignores a text that is no choice: %s', (text) => {
  const { headers: _headers, ...choice } = checked;
  expect(readColumnChoice(checked, text)).toEqual(choice);
});
