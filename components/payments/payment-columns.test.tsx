import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LocaleContext, NowContext } from '#components/ui/locale-context.ts';
import type { PaymentRow } from '#lib/payments/schema/fields.ts';
import { instant } from '#lib/values/instant.ts';
import { unixSeconds } from '#lib/values/unix-seconds.ts';
import { paymentColumns } from './payment-columns.tsx';
import { whyNoExpiry } from './why-no-expiry.ts';

/** Friday 20 November 2026, 18:02:11 UTC. */
const start = 1_795_197_731;

const row: PaymentRow = {
  paymentId: '3f0e7a52-6f0f-4b53-9d55-7a1c3f1f2f01',
  clientPaymentId: 'Order 7',
  status: 'AWAITING',
  type: 'ONE_TIME',
  rateType: 'FLOATING',
  displayCurrency: 'EUR',
  expectedDisplayAmount: null,
  actualDisplayAmount: null,
  depositCurrency: null,
  expectedNetwork: null,
  expectedDepositAmount: null,
  actualDepositAmount: null,
  expirationMinutes: 30,
  paymentInitiatedAt: unixSeconds(start),
  paymentRequestedAt: null,
  expirationTime: null,
  expiryStart: unixSeconds(start),
  recordSeen: true,
  depositCount: 0,
  confirmedDepositCount: 0,
  coverage: null,
  late: null,
  currencyMismatch: null,
  refundStatuses: [],
  depositStatuses: [],
  sortAt: instant(start * 1_000),
  changedAt: instant(start * 1_000),
  labels: [],
  notes: 0,
  latestNote: null,
};

const shown = (told: Partial<PaymentRow>, name = 'expires') => {
  const column = paymentColumns(() => '/').find(({ id }) => id === name);
  return renderToStaticMarkup(
    <LocaleContext value={{ locale: 'en-GB', zone: 'UTC' }}>
      <NowContext value={start}>{column?.cell({ ...row, ...told })}</NowContext>
    </LocaleContext>,
  ).replaceAll(/<[^>]*>/g, '');
};

test('every state of a payment stands in its row, however many there are', () => {
  const states = { depositCount: 2, confirmedDepositCount: 2, coverage: 'over', late: true } as const;
  expect(shown({ status: 'DEPOSITED', ...states, currencyMismatch: true }, 'status')).toBe(
    'DepositedOverOther currencyLateSeveral deposits',
  );
});

test('a row whose minutes lead beyond any date is shown like any other', () => {
  expect(shown({ expirationMinutes: 30 })).toBe('in 30 min');
  expect(shown({ expirationMinutes: 9_999_999_999 })).toBe('—Unknown: It is not known. Its page says why.');
});

test.each<[Partial<PaymentRow>, string]>([
  [{ type: null }, 'Its type was not told.'],
  [{ type: 'NEWER' }, 'Nobody knows whether this type expires.'],
  [{ expiryStart: null }, 'When its time began was not told.'],
  [{ expirationMinutes: 9_999_999_999 }, 'The time frame that was told leads to no date.'],
  [{ expirationMinutes: null }, 'Nothing was told.'],
])('where %o is all that was told of it, what is missing is named', (told, why) => {
  expect(whyNoExpiry({ ...row, expirationMinutes: 30, ...told }, 'Nothing was told.')).toBe(why);
});
