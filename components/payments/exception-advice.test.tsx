import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { createPaymentDetail } from '#lib/payments/testing/payment-detail.ts';
import { amount } from '#lib/values/amount.ts';
import { ExceptionAdvice } from './exception-advice.tsx';

const paymentId = '3f0e7a52-6f0f-4b53-9d55-7a1c3f1f2f01';
const payment = createPaymentDetail({
  paymentId,
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

type Deposits = Parameters<typeof ExceptionAdvice>[0]['deposits'];
type Options = {
  readonly refundStatus?: string;
  readonly mayCreate?: boolean;
  readonly arrived?: { readonly depositCurrency: string; readonly network: string };
  readonly remainders?: Parameters<typeof ExceptionAdvice>[0]['remainders'];
};

function render(
  changes: Partial<PaymentDetail>,
  { refundStatus, mayCreate = true, arrived, remainders = [] }: Options = {},
) {
  const unknown = { depositCurrency: null, network: null };
  const deposits: Deposits =
    refundStatus === undefined && arrived === undefined
      ? []
      : [
          {
            depositId: paymentId,
            status: 'CONFIRMED',
            refundStatus: refundStatus ?? null,
            ...unknown,
            ...arrived,
          },
        ];
  return renderToStaticMarkup(
    <ExceptionAdvice
      businessId="b"
      payment={{ ...payment, ...changes }}
      deposits={deposits}
      remainders={remainders}
      mayCreate={mayCreate}
    />,
  );
}

/** Spaces in amounts don't break lines. */
const readText = (markup: string) => markup.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');

test('suggests nothing for a payment without a reason', () => {
  expect(render({})).toBe('');
});

const under = { coverage: 'under', actualDisplayAmount: amount('55.50') } as const;

test('names the missing amount, and links to its request for people who may create payments', () => {
  const markup = render(under);
  expect(readText(markup)).toMatch(/new payment request for the missing 24\.50.EUR/);
  expect(markup).toContain(`href="/b/payments/new?rest=${paymentId}"`);
  expect(render(under, { mayCreate: false })).not.toContain('href');
});

test.each(['PENDING', 'CONFIRMED'])('requests no rest of a payment with a refund that is %s', (status) => {
  const markup = render({ ...under, refundStatuses: [status] }, { refundStatus: status });
  expect(markup).not.toContain('rest=');
  expect(readText(markup)).toContain('Agree with the customer on what to pay before you request more.');
});

test('leads to the payment of the rest in place of a second request', () => {
  const remainders = [{ paymentId: '3f0e7a52-6f0f-4b53-9d55-7a1c3f1f2f02', clientPaymentId: 'order-7-rest' }];
  const markup = render(under, { remainders });
  expect(readText(markup)).toContain('The missing amount was requested with order-7-rest.');
  expect(markup).toContain('href="/b/payments/3f0e7a52-6f0f-4b53-9d55-7a1c3f1f2f02"');
  expect(markup).not.toContain('rest=');
});

test('links to no request while the missing amount is unknown', () => {
  const markup = render({ ...under, actualDisplayAmount: null, depositCurrency: null });
  expect(readText(markup)).toContain('Ask the customer for the missing amount');
  expect(markup).not.toContain('href');
});

test('points to the overpayment policy', () => {
  const over = { coverage: 'over' } as const;
  expect(readText(render({ ...over, overpaymentPolicy: 'REFUND_EXCESS' }))).toMatch(
    /policy .*“Refund excess”/,
  );
  expect(readText(render(over))).toContain('isn’t reported');
});

test.each([
  [{ late: true }, 'Decide whether you still accept the order.'],
  [{ currencyMismatch: true }, 'Compare the coin and network'],
  [{ recordSeen: false }, 'Refresh the payment from the service'],
])('suggests what to do for %j', (changes, advice) => {
  expect(readText(render(changes))).toContain(advice);
});

test.each([
  [{ depositCurrency: 'BTC', network: 'BTC' }, 'in another coin than the payer chose'],
  [{ depositCurrency: 'USDT', network: 'TRX' }, 'in the right coin, but on another network'],
])('distinguishes a wrong coin from a wrong network: %j', (arrived, advice) => {
  const chosen = { currencyMismatch: true, depositCurrency: 'USDT', expectedNetwork: 'ETH' } as const;
  expect(readText(render(chosen, { arrived }))).toContain(advice);
});

test('notes a refund that the service reported', () => {
  const markup = render({ late: true }, { refundStatus: 'CONFIRMED' });
  expect(readText(markup)).toContain('The service reported a refund');
  expect(readText(render({ late: true }))).not.toContain('refund:');
});
