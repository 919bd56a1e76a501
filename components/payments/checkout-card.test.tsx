import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { readRecord } from '#lib/database/record-columns.ts';
import { paymentDetailFields } from '#lib/payments/schema/fields.ts';
import { CheckoutCard } from './checkout-card.tsx';

const link = 'https://pay.example/one';

function renderCard(change: Record<string, unknown>): string {
  const row = { paymentId: 'one', type: 'ONE_TIME', url: link, depositStatuses: [], ...change };
  const payment = {
    ...readRecord(paymentDetailFields, row),
    ...{
      provenance: [],
      conflicts: [],
      expiryStart: null,
      canBeRead: true,
      readingPause: null,
      exceptionWork: null,
      withinTolerance: false,
    },
  };
  return renderToStaticMarkup(<CheckoutCard payment={payment} qrCode={{ link, image: <i>QR</i> }} />);
}

describe('the checkout of a payment', () => {
  test('shows the QR code while the payment is open', () => {
    expect(renderCard({ status: 'AWAITING' })).toContain('<i>QR</i>');
  });

  test.each([
    ['EXPIRED', 'The service reports this payment as Expired'],
    ['BLOCKED', 'The service reports this payment as Blocked'],
  ])('shows no QR code for %s and says why', (status, reason) => {
    expect(renderCard({ status })).not.toContain('<i>QR</i>');
    expect(renderCard({ status })).toContain(reason);
  });

  test('shows no QR code for a blocked reusable payment', () => {
    expect(renderCard({ status: 'BLOCKED', type: 'REUSABLE' })).not.toContain('<i>QR</i>');
  });

  test('shows no QR code while a deposit is in review', () => {
    const card = renderCard({ status: 'PENDING', depositStatuses: ['COMPLIANCE_REVIEW'] });
    expect(card).not.toContain('<i>QR</i>');
    expect(card).toContain('A deposit is in compliance review');
  });
});
