import { randomUUID } from 'node:crypto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { recordKey } from '#components/query/query-keys.ts';
import { NowContext } from '#components/ui/locale-context.ts';
import { readRecord } from '#lib/database/record-columns.ts';
import type { IntentView } from '#lib/payments/create/schema/intent.ts';
import { paymentFields } from '#lib/records/model/payment.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { clientPaymentId, toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { CreatedPayment } from './created.tsx';

const qrCode = 'QR code of the checkout link';
const now = 1_000_000;

const intent: IntentView = {
  intentId: toId(randomUUID()),
  businessId: toId(randomUUID()),
  clientPaymentId: clientPaymentId('Order 7'),
  state: 'CREATED',
  sent: [],
  requestBody: '{}',
  createdAt: instant((now - 5) * 1_000),
  changedAt: instant(0),
  createdBy: 'Ada',
  attempts: 1,
  unaccounted: 0,
  paymentId: toId<PaymentId>(randomUUID()),
  payments: [],
  paymentUrl: 'https://pay.example/one',
  error: null,
};

/** Renders the outcome with what is reported about its payment, or before the payment is read. */
function renderOutcome(reported: Record<string, unknown> | null, created = intent): string {
  const client = new QueryClient();
  const { businessId, paymentId } = intent;
  if (reported !== null)
    client.setQueryData(recordKey(businessId, 'payments', paymentId ?? ''), {
      payment: {
        ...readRecord(paymentFields, { paymentId, type: 'ONE_TIME', depositStatuses: [], ...reported }),
        expiryStart: null,
        withinTolerance: false,
        readDifferences: [],
      },
    });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NowContext value={now}>
        <CreatedPayment intent={created} messages={{ own: [], mayEdit: false }} onAnother={() => {}} />
      </NowContext>
    </QueryClientProvider>,
  );
}

test.each([
  ['created just now', null],
  ['open', { status: 'AWAITING', expirationTime: now + 60 }],
])('shows the QR code and the texts for customers of a payment that is %s', (_, reported) => {
  const page = renderOutcome(reported);
  expect(page).toContain(qrCode);
  expect(page).toContain('iframe');
});

test.each([
  [{ status: 'AWAITING', expirationTime: now - 60 }, 'The expiry time reported by the service has passed'],
  [{ status: 'EXPIRED' }, 'The service reports this payment as Expired'],
  [{ status: 'BLOCKED' }, 'The service reports this payment as Blocked'],
  [{ status: 'PENDING', depositStatuses: ['COMPLIANCE_REVIEW'] }, 'A deposit is in compliance review'],
])('says why the payment with %o has no QR code when it is opened again', (reported, reason) => {
  const page = renderOutcome(reported);
  expect(page).toContain(reason);
  expect(page).not.toContain(qrCode);
  expect(page).not.toContain('iframe');
});

test('shows no QR code of an older payment whose state could not be read', () => {
  const page = renderOutcome(null, { ...intent, createdAt: instant((now - 61) * 1_000) });
  expect(page).toContain('The state of this payment isn’t known yet');
  expect(page).not.toContain(qrCode);
  expect(page).not.toContain('iframe');
});
