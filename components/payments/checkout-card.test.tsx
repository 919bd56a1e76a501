import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { createPaymentDetail } from '#lib/payments/testing/payment-detail.ts';
import { unixSeconds } from '#lib/values/unix-seconds.ts';
import { CheckoutCard } from './checkout-card.tsx';

const qrCode = 'aria-label="QR code of the checkout link"';
const link = 'https://pay.example/one';

function renderCard(change: Record<string, unknown>): string {
  const row = { paymentId: 'one', type: 'ONE_TIME', url: link, depositStatuses: [], ...change };
  const payment = createPaymentDetail(row);
  return renderToStaticMarkup(<CheckoutCard payment={payment} now={unixSeconds(0)} />);
}

describe('the checkout of a payment', () => {
  test('shows the QR code while the payment is open', () => {
    expect(renderCard({ status: 'AWAITING' })).toContain(qrCode);
  });

  test.each([
    ['EXPIRED', 'The service reports this payment as Expired'],
    ['BLOCKED', 'The service reports this payment as Blocked'],
  ])('shows no QR code for %s and says why', (status, reason) => {
    expect(renderCard({ status })).not.toContain(qrCode);
    expect(renderCard({ status })).toContain(reason);
  });

  test('shows no QR code for a blocked reusable payment', () => {
    expect(renderCard({ status: 'BLOCKED', type: 'REUSABLE' })).not.toContain(qrCode);
  });

  test('shows no QR code while a deposit is in review', () => {
    const card = renderCard({ status: 'PENDING', depositStatuses: ['COMPLIANCE_REVIEW'] });
    expect(card).not.toContain(qrCode);
    expect(card).toContain('A deposit is in compliance review');
  });
});
