import { expect, test } from 'vitest';
import { createForm } from '#lib/payments/create/model/form.ts';
import { checkForm } from './form-rules.ts';
import {
  createSuggestedId,
  suggestId,
  toFormAddress,
  toSentDetails,
  toTypedDetails,
} from './payment-values.ts';

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

test('suggests unique ids that can be read aloud', () => {
  expect(suggestId('2026-11-20', new Uint8Array([0, 1, 28, 29, 30, 255]))).toMatch(
    /^PAY-20261120-[2-9A-Z]{6}$/,
  );
  expect(createSuggestedId(new Date())).not.toBe(createSuggestedId(new Date()));
});

test('returns from a sign-in to the payment that the form repeats', () => {
  const address = (query: string, intentId: string | null = null) =>
    toFormAddress('b', intentId, new URLSearchParams(query));
  expect(address('')).toBe('/b/payments/new');
  for (const name of ['like', 'again', 'rest'])
    expect(address(`${name}=p-1&other=1`)).toBe(`/b/payments/new?${name}=p-1`);
  expect(address('like=p-1', 'i-1')).toBe('/b/payments/new?intent=i-1');
});

test('clears a former payment of the ID, but not in the correction of its request', () => {
  const send = (isCorrection: boolean) => toSentDetails(toTypedDetails(null), { former: null, isCorrection });
  expect(send(false)).toEqual({ note: '', labels: [], formerPaymentId: null });
  expect(send(true)).toEqual({ note: '', labels: [] });
});

test('sends the original of a payment for the rest, also in the correction of its request', () => {
  const former = { paymentId: 'one', clientPaymentId: 'INV-1', isRemainder: true };
  for (const isCorrection of [false, true])
    expect(toSentDetails(toTypedDetails(null), { former, isCorrection })).toEqual({
      ...{ note: '', labels: [], formerPaymentId: 'one' },
      isRemainder: true,
    });
});

test('opens the form with the first accepted values, or without any', () => {
  const few = {
    displayCurrencies: ['XXX', 'GBP', 'EUR'],
    depositCurrencies: ['USDT'],
    networks: { USDT: ['TRX'] },
  };
  expect(createForm('b', 'id', few)).toMatchObject({
    priceIn: 'fiat',
    displayCurrency: 'GBP',
    depositCurrency: 'USDT',
    network: 'TRX',
    type: 'ONE_TIME',
  });
  const nothing = { displayCurrencies: [], depositCurrencies: [], networks: {} };
  expect(createForm('b', 'id', nothing)).toMatchObject({
    displayCurrency: '',
    depositCurrency: '',
    network: '',
  });
});
