import { expect, test } from 'vitest';
import { createForm } from '#lib/payments/create/model/form.ts';
import { checkForm } from './form-rules.ts';
import { mergeErrors } from './use-payment-fields.ts';

const accepted = { displayCurrencies: ['EUR'], depositCurrencies: ['BTC'], networks: { BTC: ['BTC'] } };
const limits = { longestClientId: 255, longestRedirectUrl: 2_000, currencyDecimals: {} };
const empty = createForm('11111111-1111-4111-8111-111111111111', 'order-1', accepted);

const check = (change: Partial<typeof empty>, locale: string) =>
  checkForm({ ...empty, ...change }, limits, locale);

test.each([
  ['49,90', 'de-DE', '49.90'],
  ['1.234,50', 'de-DE', '1234.50'],
  ['49.90', 'en', '49.90'],
])('sends %s in %s as %s', (amount, locale, sent) => {
  expect(check({ amount }, locale)).toMatchObject({ ok: true, form: { amount: sent } });
});

test('asks which amount an ambiguous text means, and sends nothing', () => {
  const result = check({ amount: '1.234' }, 'de-DE');
  expect(result).toMatchObject({ ok: false, errors: { amount: expect.stringContaining('two') } });
});

test('refuses decimals that the currency does not have, in any notation', () => {
  expect(check({ amount: '49,999' }, 'de-DE')).toEqual({
    ok: false,
    errors: { amount: 'EUR has 2 decimals. Remove the extra decimals' },
  });
});

test('shows the first problem of each field', () => {
  const result = check({ clientPaymentId: ' ', amount: '', redirectUrl: '/thanks' }, 'en');
  expect(result.ok ? [] : Object.keys(result.errors)).toEqual(['clientPaymentId', 'amount', 'redirectUrl']);
});

test('keeps the error of a field that was changed while it was checked', () => {
  const known = { clientPaymentId: 'old', amount: 'old' };
  const latest = { ...empty, amount: '5' };
  expect(
    mergeErrors(known, ['clientPaymentId', 'amount'], {
      found: { amount: 'new', redirectUrl: 'not asked' },
      checked: empty,
      latest,
    }),
  ).toEqual({ clientPaymentId: undefined, amount: 'old' });
});
