import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DepositLines } from '#components/deposits/deposit-lines.tsx';
import { PaymentRisk } from '#components/deposits/payment-risk.tsx';
import { LocaleContext } from '#components/ui/locale-context.ts';
import { readRecord } from '#lib/database/record-columns.ts';
import type { DepositDetail } from '#lib/deposits/schema.ts';
import { depositDetailFields } from '#lib/deposits/schema.ts';
import { createPaymentDetail } from '#lib/payments/testing/payment-detail.ts';
import { amount, parseSignedAmount } from '#lib/values/amount.ts';
import { PaymentDeposits } from './payment-deposits.tsx';

const paymentId = '3f0e7a52-6f0f-4b53-9d55-7a1c3f1f2f01';

const deposits = (count: number): readonly DepositDetail[] =>
  Array.from({ length: count }, (_, index) => ({
    ...readRecord(depositDetailFields, { depositId: `deposit-${index}`, status: 'CONFIRMED', versions: '1' }),
    provenance: [],
    conflicts: [],
    clientPaymentId: null,
    destinationTag: null,
    callbackDepegCurrency: null,
  }));

const payment = (depositCount: number) => createPaymentDetail({ paymentId, depositCount });

const toText = (markup: string) => markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
const page = (all: number, shown: number) =>
  renderToStaticMarkup(
    <PaymentDeposits businessId="one" payment={payment(all)} deposits={deposits(shown)} />,
  );
const lines = (earlier: number, shown: number) =>
  renderToStaticMarkup(
    <DepositLines businessId="one" paymentId={paymentId} deposits={deposits(shown)} earlier={earlier} />,
  );
const linkToAll = `href="/one/deposits?payment=${paymentId}"`;

test('numbers the shown deposits and counts the hidden ones', () => {
  const shown = page(250, 3);
  expect(toText(shown)).toContain('247 earlier deposits are not shown here. All 250 deposits');
  expect(toText(shown)).toContain('Deposit 248 of 250');
  expect(toText(shown)).toContain('Deposit 250 of 250');
  expect(shown).toContain(linkToAll);
  expect(toText(page(4, 3))).toContain('1 earlier deposit is not shown here.');
});

test('formats numbers for the locale of the person', () => {
  const german = (content: ReactNode) =>
    toText(
      renderToStaticMarkup(<LocaleContext value={{ locale: 'de-DE', zone: 'UTC' }}>{content}</LocaleContext>),
    );
  const props = { businessId: 'one', deposits: deposits(1) };
  const shown = german(<PaymentDeposits {...props} payment={payment(1_000_000)} />);
  expect(shown).toContain('999.999 earlier deposits are not shown here. All 1.000.000 deposits');
  expect(shown).toContain('Deposit 1.000.000 of 1.000.000');
  expect(german(<DepositLines {...props} paymentId={paymentId} earlier={999_999} />)).toContain(
    'Deposits 1.000.000 999.999 earlier deposits are',
  );
});

test('shows no link to further deposits when all are shown', () => {
  expect(toText(page(2, 2))).toContain('Deposit 1 of 2');
  expect(toText(page(1, 1))).toMatch(/^ Deposit /);
  for (const shown of [page(2, 2), page(1, 1), lines(0, 2)]) expect(shown).not.toContain(linkToAll);
});

test('counts all deposits in the drawer and links to them', () => {
  expect(toText(lines(247, 3))).toContain('Deposits 250 247 earlier deposits are not shown here.');
  expect(lines(247, 3)).toContain(linkToAll);
});

test('numbers the risk details as the deposits', () => {
  const rendered = renderToStaticMarkup(<PaymentRisk depositIds={['a', 'b']} risks={[]} earlier={248} />);
  expect(toText(rendered)).toContain('Risk details of deposit 249');
  expect(toText(rendered)).toContain('Risk details of deposit 250');
});

test('shows the rates that recorded amounts imply, and opens all figures for a depeg loss', () => {
  const [plain] = deposits(1);
  if (!plain) throw new Error('no deposit');
  const amounts = {
    displayAmount: amount('49.90'),
    displayCurrency: 'EUR',
    depositAmount: amount('50'),
    depositCurrency: 'USDC',
  };
  const render = (changes: Partial<DepositDetail>) =>
    renderToStaticMarkup(
      <PaymentDeposits businessId="one" payment={payment(1)} deposits={[{ ...plain, ...changes }]} />,
    );
  expect(toText(render(amounts)).replaceAll('\u00a0', ' ')).toMatch(
    /Implied rate: 1 USDC = 0\.998 ?EUR \( ?49\.90 ?EUR ÷ 50(\.00)? ?USDC ?\)/,
  );
  expect(toText(render({}))).not.toContain('Implied rate');
  expect(render({})).not.toContain('<details open');
  expect(render({ displayRateDepegLossAmount: signed('-0.10') })).toContain('<details open');
});

const signed = (text: string) => {
  const parsed = parseSignedAmount(text);
  if (parsed === null) throw new Error(`not an amount: ${text}`);
  return parsed;
};
