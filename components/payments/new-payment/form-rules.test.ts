import { expect, test } from 'vitest';
import { createForm } from '#lib/payments/create/model/form.ts';
import { formRules } from './form-rules.ts';

const accepted = { displayCurrencies: ['EUR'], depositCurrencies: ['BTC'], networks: { BTC: ['BTC'] } };
const limits = { longestClientId: 255, longestRedirectUrl: 2_000, currencyDecimals: {} };
const empty = createForm('11111111-1111-4111-8111-111111111111', 'order-1', accepted);
const options = { fields: {}, shouldUseNativeValidation: false };

const check = (change: Partial<typeof empty>, locale: string) =>
  formRules(limits, locale)({ ...empty, ...change }, undefined, options);

test.each([
  ['49,90', 'de-DE', '49.90'],
  ['1.234,50', 'de-DE', '1234.50'],
  ['49.90', 'en', '49.90'],
])('sends %s in %s as %s', async (amount, locale, sent) => {
  expect((await check({ amount }, locale)).values).toMatchObject({ amount: sent });
});

test('asks which amount an ambiguous text means, and sends nothing', async () => {
  const { values, errors } = await check({ amount: '1.234' }, 'de-DE');
  expect(values).toEqual({});
  expect(errors).toMatchObject({ amount: { type: 'ambiguous' } });
});

test('refuses decimals that the currency does not have, in any notation', async () => {
  expect((await check({ amount: '49,999' }, 'de-DE')).errors).toMatchObject({
    amount: { message: 'EUR has 2 decimals. Remove the extra decimals' },
  });
});
