import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { amount } from '#lib/values/amount.ts';
import type { PaymentForm, PaymentFormStart } from './use-payment-form.ts';
import { usePaymentForm } from './use-payment-form.ts';

const start: PaymentFormStart = {
  businessId: 'b',
  suggestedId: 'INV-1',
  accepted: { displayCurrencies: ['EUR'], depositCurrencies: ['BTC'], networks: { BTC: ['BTC'] } },
  defaultTerms: {
    type: 'ONE_TIME',
    rateType: 'FIXED',
    longestClientId: 255,
    longestRedirectUrl: 2_000,
    currencyDecimals: {},
  },
  intent: null,
  former: null,
  details: null,
  fresh: false,
  templates: { templates: [], today: '2026-11-20' },
  limits: [],
  onAnswered: () => undefined,
  onProposed: () => undefined,
};

/** Gives the form of a render to the test. */
function Form({ onForm, ...changes }: Partial<PaymentFormStart> & { onForm: (form: PaymentForm) => void }) {
  onForm(usePaymentForm({ ...start, ...changes }));
  return null;
}

function open(changes: Partial<PaymentFormStart>): PaymentForm {
  const forms: PaymentForm[] = [];
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Form {...changes} onForm={(form) => forms.push(form)} />
    </QueryClientProvider>,
  );
  const [form] = forms;
  if (form === undefined) throw new Error('The form was not rendered');
  return form;
}

const former = {
  draftId: 'rest-p-1',
  sent: [
    { field: 'clientPaymentId', value: 'INV-1-2' },
    { field: 'displayAmount', value: '49.999' },
    { field: 'displayCurrency', value: 'EUR' },
  ],
  follows: { paymentId: 'p-1', clientPaymentId: 'INV-1', isRemainder: true },
};

test('opens with the suggested ID, and the correction of a request with its saved note and labels', () => {
  const { values, details } = open({ details: { note: 'Call first', labels: ['VIP', 'Shop 7'] } });
  expect(values.clientPaymentId).toBe('INV-1');
  expect(details).toEqual({ note: 'Call first', labels: 'VIP, Shop 7' });
});

test('repeats the terms of a former payment, unless the form follows another one', () => {
  const { values, follows } = open({ former });
  expect(values).toMatchObject({ clientPaymentId: 'INV-1-2', amount: '49.999' });
  expect(follows).toBe(former.follows);
  const next = open({ former, fresh: true });
  expect(next.follows).toBeNull();
  expect(next.values.clientPaymentId).toMatch(/^PAY-/);
});

test('finds no limit for a price with too many decimals, and the limit of another', () => {
  const limits = [{ currency: 'EUR', amount: amount('10') }];
  expect(open({ former, limits })).toMatchObject({ isWrong: true, amount: null, exceededLimit: null });
  const sent = former.sent.map((one) => (one.field === 'displayAmount' ? { ...one, value: '49.99' } : one));
  expect(open({ former: { ...former, sent }, limits })).toMatchObject({
    isWrong: false,
    exceededLimit: limits[0],
  });
});

test('shows no problem before a field was left', () => {
  expect(open({}).field('amount').error).toBeUndefined();
});
