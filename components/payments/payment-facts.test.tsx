import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PaymentCreator } from '#lib/payments/create/schema/creator.ts';
import { createPaymentDetail } from '#lib/payments/testing/payment-detail.ts';
import { instant } from '#lib/values/instant.ts';
import { PaymentFacts } from './payment-facts.tsx';

const renderTimeFrame = (expirationMinutes: string) => {
  const payment = createPaymentDetail({ paymentId: 'one', expirationMinutes });
  const text = renderToStaticMarkup(<PaymentFacts payment={payment} />).replaceAll(/<[^>]*>/g, ' ');
  return /Time limit for payment\s+(.*?(?:minute|hour)s?)\b/.exec(text)?.[1];
};

test.each([
  ['0', '0 minutes'],
  ['1', '1 minute'],
  ['30', '30 minutes'],
  ['1440', '24 hours'],
  ['1441', '1,441 minutes'],
  ['525600', '8,760 hours'],
])('shows a time limit of %s minutes', (minutes, text) => {
  expect(renderTimeFrame(minutes)).toBe(text);
});

const listFacts = (creator: PaymentCreator | null) =>
  renderToStaticMarkup(
    <PaymentFacts
      payment={createPaymentDetail({ paymentId: 'one', initiatedBy: 'API', redirectMode: 'PARENT' })}
      creator={creator}
    />,
  ).split('<summary');
const creator = { person: 'Fabian Moreau', at: instant(0), confirmed: true };

test('names the person who created a payment here, and the reported initiator among the technical values', () => {
  const [facts, , technical] = listFacts(creator);
  expect(facts).toContain('Fabian Moreau');
  expect(facts).not.toContain('API');
  expect(technical).toMatch(/Technical.*API.*PARENT/);
});

test.each([[null], [{ ...creator, confirmed: false }]])('names the reported initiator beside %o', (other) => {
  expect(listFacts(other)[0]).toContain('API');
});

test.each([
  ['0', '0 (you pay the whole fee)'],
  ['0.00', '0.00 (you pay the whole fee)'],
  ['0.5', '0.5'],
])('explains a payer’s share of %s in words only where the scale does not matter', (share, text) => {
  const markup = renderToStaticMarkup(
    <PaymentFacts
      payment={createPaymentDetail({ paymentId: 'one', userServiceFeeDistributionPercentage: share })}
    />,
  ).replaceAll(/<[^>]*>/g, '');
  expect(markup).toContain(`Payer’s share of service fee${text}`);
  expect(markup.includes('whole fee')).toBe(text.includes('whole fee'));
});
