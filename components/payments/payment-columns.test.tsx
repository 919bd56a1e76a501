import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LocaleContext, NowContext } from '#components/ui/locale-context.ts';
import { readRecord } from '#lib/database/record-columns.ts';
import type { PaymentRow } from '#lib/payments/schema/fields.ts';
import { paymentRowFields } from '#lib/payments/schema/fields.ts';
import { amount, parseTotal } from '#lib/values/amount.ts';
import { instant } from '#lib/values/instant.ts';
import { unixSeconds } from '#lib/values/unix-seconds.ts';
import { explainMissingExpiry } from './explain-missing-expiry.ts';
import { paymentColumns } from './payment-columns.tsx';
import { RelatedPayments } from './related-payments.tsx';

/** Friday 20 November 2026, 18:02:11 UTC. */
const start = 1_795_197_731;

const row: PaymentRow = {
  ...readRecord(paymentRowFields, {
    paymentId: '3f0e7a52-6f0f-4b53-9d55-7a1c3f1f2f01',
    clientPaymentId: 'Order 7',
    status: 'AWAITING',
    type: 'ONE_TIME',
    rateType: 'FLOATING',
    displayCurrency: 'EUR',
    expirationMinutes: 30,
    paymentInitiatedAt: start,
    recordSeen: true,
    depositCount: 0,
    confirmedDepositCount: 0,
    refundStatuses: [],
    depositStatuses: [],
    sortAt: start * 1_000,
    changedAt: start * 1_000,
  }),
  expiryStart: unixSeconds(start),
  labels: [],
  notes: 0,
  latestNote: null,
  exceptionWork: null,
  settledSums: [],
  mismatches: [],
  withinTolerance: false,
  readDifferences: [],
};

const renderCell = (changes: Partial<PaymentRow>, columnId = 'expires') => {
  const column = paymentColumns(() => '/').find(({ id }) => id === columnId);
  return renderToStaticMarkup(
    <LocaleContext value={{ locale: 'en-GB', zone: 'UTC' }}>
      <NowContext value={start}>{column?.cell({ ...row, ...changes })}</NowContext>
    </LocaleContext>,
  )
    .replaceAll(/<span role="img" aria-label="([^"]*)"[^>]*>—/g, '—$1')
    .replaceAll(/<[^>]*>/g, '');
};

test('shows the status of a payment in its row, and names the inferred states beside it', () => {
  const states = { depositCount: 2, confirmedDepositCount: 2, coverage: 'over', late: true } as const;
  expect(renderCell({ status: 'DEPOSITED', ...states, currencyMismatch: true }, 'status')).toBe(
    'Paid+4, Above expected, Wrong coin or network, Late deposit, Multiple deposits',
  );
});

const renderRelated = (
  changes: Partial<PaymentRow>,
  more: Partial<Parameters<typeof RelatedPayments>[0]['related']> = {},
) =>
  renderToStaticMarkup(
    <LocaleContext value={{ locale: 'en-GB', zone: 'UTC' }}>
      <RelatedPayments
        businessId="b"
        payment={{ ...row, ...changes }}
        related={{
          ...{ former: null, successors: [], original: null, remainders: [], preferred: null, further: [] },
          ...more,
        }}
        mayCreate
        now={start}
      />
    </LocaleContext>,
  );

test('offers to create a payment again when it expired, but not when it was paid late', () => {
  expect(renderRelated({ status: 'EXPIRED' })).toContain('new?again=');
  const paid = { depositCount: 1, confirmedDepositCount: 1, coverage: 'exact', late: true } as const;
  expect(renderRelated({ status: 'EXPIRED', ...paid })).toBe('');
  expect(renderRelated({ status: 'EXPIRED', ...paid, coverage: 'under' })).toContain('new?again=');
});

test('offers the rest of an underpaid payment first, until it is requested or the exception is resolved', () => {
  const under = {
    status: 'EXPIRED',
    type: 'ONE_TIME',
    coverage: 'under',
    confirmedDepositCount: 1,
    displayCurrency: 'EUR',
    expectedDisplayAmount: amount('80.00'),
    actualDisplayAmount: amount('55.50'),
  } as const;
  const markup = renderRelated(under);
  expect(markup.replaceAll(/<[^>]*>/g, '')).toMatch(
    /24\.50.EUR is missing\.Request the restCreate payment again$/,
  );
  expect(markup.indexOf('new?rest=')).toBeLessThan(markup.indexOf('new?again='));
  expect(renderRelated({ ...under, status: 'AWAITING' })).not.toContain('new?again=');
  const exceptionWork = {
    ...{ owner: null, note: '', changedAt: instant(1_000), resolvedBy: null },
    resolvedAt: instant(1_000),
    resolutionReason: null,
  };
  expect(renderRelated({ ...under, exceptionWork })).toBe('');
  const remainders = [{ paymentId: 'two', clientPaymentId: 'INV-1-rest' }];
  const requested = renderRelated(under, { remainders });
  expect(requested).toContain('INV-1-rest');
  expect(requested).not.toContain('payments/new');
  for (const status of ['PENDING', 'CONFIRMED']) {
    const refunded = renderRelated({ ...under, refundStatuses: [status] });
    expect(refunded).not.toContain('new?rest=');
    expect(refunded).toContain('new?again=');
  }
  expect(renderRelated({ ...under, refundStatuses: ['NON_REFUNDABLE'] })).toContain('new?rest=');
  expect(renderRelated({}, { original: { paymentId: 'one', clientPaymentId: 'INV-1' } })).toContain('INV-1');
});

test('shows an unknown expiry when the time limit exceeds any valid date', () => {
  expect(renderCell({ expirationMinutes: 30 })).toBe('in 30 min estimated');
  expect(renderCell({ expirationMinutes: 9_999_999_999 })).toBe(
    '—Unknown: The expiry is unknown. Open the payment to see why.',
  );
});

test.each<[Partial<PaymentRow>, string]>([
  [{ type: null }, 'The payment type isn’t reported, so the expiry is unknown.'],
  [{ type: 'NEWER' }, 'Payments of this type might not expire, so the expiry is unknown.'],
  [{ expiryStart: null }, 'The service hasn’t reported when the time limit starts.'],
  [
    { expirationMinutes: 9_999_999_999 },
    'The time limit that the service reported doesn’t give a valid expiry date.',
  ],
  [{ expirationMinutes: null }, 'The service reported neither an expiry time nor a time limit.'],
])('explains the missing expiry of %o', (changes, reason) => {
  expect(explainMissingExpiry({ ...row, expirationMinutes: 30, ...changes })).toBe(reason);
});

test('never shows 0 as the received amount when the deposit is in another coin', () => {
  const other = { currencyMismatch: true, depositCount: 1 } as const;
  const priced = {
    displayCurrency: null,
    depositCurrency: 'USDT',
    expectedDepositAmount: amount('90'),
  } as const;
  const cell = renderCell({ ...priced, ...other, actualDepositAmount: amount('0.00') }, 'actual');
  expect(cell).not.toContain('0.00');
  expect(cell).toContain('The deposit used another coin or network than requested.');
});

test('names the object of a status of a deposit or refund', () => {
  expect(renderCell({ status: 'BLOCKED', depositCount: 1, refundStatuses: ['CONFIRMED'] }, 'status')).toBe(
    'Blocked+1, Refund: Confirmed',
  );
});

test('shows the work on an exception, and nothing for a payment without one', () => {
  const exceptionWork = {
    owner: 'Ada',
    note: 'Goodwill',
    changedAt: instant(0),
    resolvedBy: 'Grace',
    resolvedAt: instant(0),
    resolutionReason: 'accepted',
  } as const;
  expect(renderCell({ coverage: 'under', exceptionWork }, 'exception')).toBe(
    'Resolved · AdaReceived amount acceptedGoodwill',
  );
  expect(renderCell({ coverage: 'exact', exceptionWork }, 'exception')).toBe('');
});

test('shows the net amount of each settlement currency, and how many deposits report it', () => {
  const eur = {
    currency: 'EUR',
    serviceFee: parseTotal('0.5'),
    serviceFeeCount: 1,
    netCredited: parseTotal('49.4'),
    netCreditedCount: 1,
  };
  const deposits = { depositCount: 2, confirmedDepositCount: 2 };
  expect(renderCell({ ...deposits, settledSums: [eur] }, 'netCredited')).toBe(
    '49.40\u00a0EUR1 of 2 reported',
  );
  expect(renderCell({ depositCount: 1, confirmedDepositCount: 1, settledSums: [eur] }, 'serviceFee')).toBe(
    '0.50\u00a0EUR',
  );
  expect(renderCell({ depositCount: 101, confirmedDepositCount: 101 }, 'netCredited')).toContain(
    'This payment has too many deposits to show a total here',
  );
});
