import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ExceptionWork } from '#lib/payments/schema/exception-work.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { createPaymentDetail } from '#lib/payments/testing/payment-detail.ts';
import { instant } from '#lib/values/instant.ts';
import { PaymentException } from './payment-exception.tsx';

const payment = createPaymentDetail({
  paymentId: '3f0e7a52-6f0f-4b53-9d55-7a1c3f1f2f01',
  status: 'DEPOSITED',
  type: 'ONE_TIME',
  recordSeen: true,
  depositCount: '1',
  confirmedDepositCount: '1',
  coverage: 'exact',
  displayCurrency: 'EUR',
  expectedDisplayAmount: '80.00',
  actualDisplayAmount: '80.00',
});
const work: ExceptionWork = {
  owner: 'Ada',
  note: 'Asked the customer',
  changedAt: instant(0),
  resolvedBy: null,
  resolvedAt: null,
  resolutionReason: null,
};
const render = (changes: Partial<PaymentDetail>, mayWork = true) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <PaymentException
        businessId="b"
        payment={{ ...payment, ...changes }}
        deposits={[]}
        remainders={[]}
        mayCreate
        mayWork={mayWork}
      />
    </QueryClientProvider>,
  );

test('shows nothing for a payment that was never an exception', () => {
  expect(render({})).toBe('');
});

test('suggests to request the rest of an open exception', () => {
  const markup = render({ coverage: 'under', actualDisplayAmount: null });
  expect(markup).toContain('Open');
  expect(markup).toContain('Unassigned');
  expect(markup).toContain('What you can do');
});

test('keeps the work on a payment that is no longer an exception', () => {
  const markup = render({ exceptionWork: work });
  expect(markup).toContain('No longer an exception');
  expect(markup).toContain('Ada');
  expect(markup).toContain('Asked the customer');
});

test('shows who resolved an exception and why', () => {
  const resolved = { resolvedBy: 'Grace', resolvedAt: instant(0), resolutionReason: 'accepted' } as const;
  const markup = render({ coverage: 'under', exceptionWork: { ...work, ...resolved } });
  expect(markup).toContain('Grace');
  expect(markup).toContain('Received amount accepted');
  expect(markup).not.toContain('What you can do');
  expect(markup).toContain('Reopen exception');
  expect(render({ coverage: 'under', exceptionWork: { ...work, ...resolved } }, false)).not.toContain(
    'Reopen',
  );
  expect(render({ coverage: 'under', exceptionWork: work })).not.toContain('Reopen');
});
