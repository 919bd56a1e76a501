import { expect, test } from 'vitest';
import type { CreatePaymentInput } from '../schema/create.ts';
import { createPaymentForm } from '../schema/create.ts';
import { createForm, restoreForm, toForm } from './form.ts';
import { buildPaymentRequest, fieldText } from './request.ts';

const businessId = '0b0e7a52-6f6c-4a0e-9d3b-1d2c3e4f5a6b';
const opening = createForm(businessId, 'NEW', {
  displayCurrencies: null,
  depositCurrencies: null,
  networks: null,
});

const filled: readonly Partial<CreatePaymentInput>[] = [
  {},
  { expires: '0' },
  { expires: 'custom', expiresMinutes: '95' },
  { type: 'REUSABLE' },
  { priceIn: 'crypto', depositCurrency: 'XRP', network: 'XRP', amount: '0.000001' },
  { locale: 'es_AR', redirectUrl: 'https://shop.example/?a=1', redirectMode: 'SELF' },
];

test.each(filled)('a request comes back into the form as it was sent: %o', (more) => {
  const ready = (values: CreatePaymentInput) => buildPaymentRequest(createPaymentForm.parse(values));
  const first = ready({ ...opening, clientPaymentId: 'ORDER-1', amount: '49.90', ...more });
  const sent = first.map(({ field, value }) => ({ field, value: fieldText(value) }));
  expect(ready(toForm(sent, opening))).toEqual(first);
});

test('restores half-typed text and replaces impossible values by defaults', () => {
  const restored = restoreForm(
    {
      clientPaymentId: ' half ',
      amount: '1,',
      locale: 'e',
      type: 'MONTHLY',
      network: 'MAIN',
      priceIn: 'crypto',
      expires: 7,
      businessId: 'x',
      more: 'x',
    },
    opening,
  );
  expect(restored).toEqual({
    ...opening,
    clientPaymentId: ' half ',
    amount: '1,',
    locale: 'e',
    priceIn: 'crypto',
  });
});

test.each([null, 'text', 5, [], [1]])('ignores a stored draft of another shape: %s', (draft) => {
  expect(restoreForm(draft, opening)).toEqual(opening);
});
