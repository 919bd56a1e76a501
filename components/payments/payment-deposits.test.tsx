import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DepositLines } from '#components/deposits/deposit-lines.tsx';
import { PaymentRisk } from '#components/deposits/payment-risk.tsx';
import { LocaleContext } from '#components/ui/locale-context.ts';
import { readRecord } from '#lib/database/record-columns.ts';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { depositDetailFields } from '#lib/deposits/schema.ts';
import { paymentDetailFields } from '#lib/payments/schema/fields.ts';
import { PaymentDeposits } from './payment-deposits.tsx';

const paymentId = '3f0e7a52-6f0f-4b53-9d55-7a1c3f1f2f01';
const told = { provenance: [], conflicts: [] };

const deposits = (count: number): readonly DepositDetail[] =>
  Array.from({ length: count }, (_, place) => ({
    ...readRecord(depositDetailFields, { depositId: `deposit-${place}`, status: 'CONFIRMED', versions: '1' }),
    ...told,
    clientPaymentId: null,
    destinationTag: null,
    callbackDepegCurrency: null,
  }));

const payment = (depositCount: number) => ({
  ...readRecord(paymentDetailFields, { paymentId, depositCount }),
  ...told,
  expiryStart: null,
  canBeRead: true,
  readingPause: null,
});

const textOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
const page = (all: number, shown: number) =>
  renderToStaticMarkup(
    <PaymentDeposits businessId="one" payment={payment(all)} deposits={deposits(shown)} />,
  );
const lines = (earlier: number, shown: number) =>
  renderToStaticMarkup(
    <DepositLines businessId="one" paymentId={paymentId} deposits={deposits(shown)} earlier={earlier} />,
  );
const wayToAll = `href="/one/deposits?payment=${paymentId}"`;

test('of more deposits than are shown each has its own number, and the rest is said', () => {
  const shown = page(250, 3);
  expect(textOf(shown)).toContain('247 earlier deposits are not shown here. All 250 deposits');
  expect(textOf(shown)).toContain('Deposit 248 of 250');
  expect(textOf(shown)).toContain('Deposit 250 of 250');
  expect(shown).toContain(wayToAll);
  expect(textOf(page(4, 3))).toContain('1 earlier deposit is not shown here.');
});

test('numbers are written as the person writes them', () => {
  const german = (shown: ReactNode) =>
    textOf(
      renderToStaticMarkup(<LocaleContext value={{ locale: 'de-DE', zone: 'UTC' }}>{shown}</LocaleContext>),
    );
  const given = { businessId: 'one', deposits: deposits(1) };
  const shown = german(<PaymentDeposits {...given} payment={payment(1_000_000)} />);
  expect(shown).toContain('999.999 earlier deposits are not shown here. All 1.000.000 deposits');
  expect(shown).toContain('Deposit 1.000.000 of 1.000.000');
  expect(german(<DepositLines {...given} paymentId={paymentId} earlier={999_999} />)).toContain(
    'Deposits 1.000.000 999.999 earlier deposits are',
  );
});

test('where all are shown nothing is said of others', () => {
  expect(textOf(page(2, 2))).toContain('Deposit 1 of 2');
  expect(textOf(page(1, 1))).toMatch(/^ Deposit /);
  for (const shown of [page(2, 2), page(1, 1), lines(0, 2)]) expect(shown).not.toContain(wayToAll);
});

test('the drawer counts all of them, and leads to them', () => {
  expect(textOf(lines(247, 3))).toContain('Deposits 250 247 earlier deposits are not shown here.');
  expect(lines(247, 3)).toContain(wayToAll);
});

test('risk detail is numbered as the deposits are', () => {
  const drawn = renderToStaticMarkup(<PaymentRisk depositIds={['a', 'b']} risks={[]} earlier={248} />);
  expect(textOf(drawn)).toContain('Risk of deposit 249');
  expect(textOf(drawn)).toContain('Risk of deposit 250');
});
