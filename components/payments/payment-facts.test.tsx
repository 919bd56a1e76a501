import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createPaymentDetail } from '#lib/payments/testing/payment-detail.ts';
import { PaymentFacts } from './payment-facts.tsx';

const renderTimeFrame = (expirationMinutes: string) => {
  const payment = createPaymentDetail({ paymentId: 'one', expirationMinutes });
  const text = renderToStaticMarkup(<PaymentFacts payment={payment} />).replaceAll(/<[^>]*>/g, ' ');
  return /Time limit for payment\s+(.*?minutes?)\b/.exec(text)?.[1];
};

test.each([
  ['0', '0 minutes'],
  ['1', '1 minute'],
  ['30', '30 minutes'],
  ['525600', '525,600 minutes'],
])('shows a time limit of %s minutes', (minutes, text) => {
  expect(renderTimeFrame(minutes)).toBe(text);
});
