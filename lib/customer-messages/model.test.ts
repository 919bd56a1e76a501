import { expect, test } from 'vitest';
import { languages } from '#lib/service/contract/enumerations.ts';
import {
  fillCustomerMessage,
  findLanguage,
  findUnknownPlaceholders,
  messageKinds,
  standardText,
} from './model.ts';
import { formatValidity } from './model-validity.ts';

const values = { price: '49.90 EUR', reference: 'ORDER-1', link: 'https://x.example', validity: null };

test.each(languages)('has complete standard texts in %s', (language) => {
  for (const kind of messageKinds) {
    const text = standardText(kind, language);
    expect(findUnknownPlaceholders(text)).toEqual([]);
    const filled = fillCustomerMessage(text, { ...values, validity: formatValidity('90', language) });
    for (const value of ['49.90 EUR', 'ORDER-1', 'https://x.example']) expect(filled).toContain(value);
    expect(filled).not.toContain('{');
  }
});

test('never reads a value as a placeholder, and leaves out the validity of a link that never expires', () => {
  const text = standardText('request', 'en');
  expect(fillCustomerMessage(text, { ...values, reference: '{link}' })).toBe(
    'Please pay 49.90 EUR for {link} here:\nhttps://x.example',
  );
});

test.each([
  ['de-AT', 'de'],
  ['pt_BR', 'pt'],
  ['ZH', 'zh'],
  ['nl-NL', 'en'],
  [null, 'en'],
])('uses the language of the locale %s: %s', (locale, language) => {
  expect(findLanguage(locale)).toBe(language);
});

test.each([
  ['1', 'en', '1 minute'],
  ['30', 'de', '30 Minuten'],
  ['60', 'en', '1 hour'],
  ['1440', 'en', '24 hours'],
  ['0', 'en', '7 days'],
] as const)('writes the validity of %s minutes in %s', (minutes, language, words) => {
  expect(formatValidity(minutes, language)).toBe(words);
});
