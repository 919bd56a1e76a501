import { expect, test } from 'vitest';
import { readTypedSettings } from './typed-settings.ts';

test.each([
  ['10.000,50', '0,8', 'de-DE', '10000.50', '0.8'],
  ['10,000', '75', 'en', '10000', '75'],
  ['1000', '', 'de-DE', '1000', ''],
  ['ten', '-', 'en', 'ten', '-'],
])('reads %s and %s in %s', (secondFromEur, riskScoreFrom, locale, second, score) => {
  expect(readTypedSettings({ secondFromEur, riskScoreFrom }, locale)).toEqual({
    secondFromEur: second,
    riskScoreFrom: score,
    problems: {},
  });
});

test('asks which numbers a German 10.000 and an English 1,234 are', () => {
  const typed = { secondFromEur: '10.000', riskScoreFrom: '' };
  expect(readTypedSettings(typed, 'de-DE').problems).toEqual({
    secondFromEur: 'This number can be read in two ways. Enter 10000 or 10,000.',
  });
  expect(readTypedSettings({ secondFromEur: '1', riskScoreFrom: '1,234' }, 'en').problems).toEqual({
    riskScoreFrom: 'This number can be read in two ways. Enter 1234 or 1.234.',
  });
});
