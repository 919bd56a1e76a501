import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readRecord } from '#lib/database/record-columns.ts';
import { depositDetailFields } from '#lib/deposits/schema.ts';
import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { paymentFields } from '#lib/records/model/payment.ts';
import { amount } from '#lib/values/amount.ts';
import { PaymentMoney } from './payment-money.tsx';

const observed = { provenance: [], conflicts: [] };
const payment = {
  ...readRecord(paymentFields, { paymentId: 'one', depositCount: '1', confirmedDepositCount: '1' }),
  ...observed,
  expiryStart: null,
  canBeRead: true,
  readingPause: null,
  exceptionWork: null,
  withinTolerance: false,
  readDifferences: [],
};
const deposit = (id: string, changes: Readonly<Record<string, string | null>>) => ({
  ...readRecord(depositDetailFields, {
    depositId: id,
    status: 'CONFIRMED',
    depositAmount: '0.5',
    depositCurrency: 'ETH',
    displayAmount: '1000.00',
    displayCurrency: 'GBP',
    settlementCurrency: 'USDC',
    settlementServiceFee: '10',
    settlementPayableAmount: '1190',
    uniformServiceFee: '9',
    uniformPayableAmount: '1100',
    versions: '1',
    ...changes,
  }),
  ...observed,
  clientPaymentId: null,
  destinationTag: null,
  callbackDepegCurrency: null,
});

const renderMoney = (deposits: readonly ReturnType<typeof deposit>[], shown: PaymentDetail = payment) =>
  renderToStaticMarkup(<PaymentMoney payment={shown} deposits={deposits} />);
const toText = (markup: string) =>
  markup
    .replaceAll('\u00a0', ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

/** Lists the figures by their labels, in the order of the page. */
function listFigures(deposits: readonly ReturnType<typeof deposit>[]) {
  return renderMoney(deposits)
    .replaceAll('\u00a0', ' ')
    .split(/(?=Received|Service fee|Net credited|Expected)/)
    .slice(1)
    .map((part) =>
      part
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
}

test('shows a net amount in EUR once, and compares the amounts in one bar', () => {
  const complete = {
    settlementCurrency: 'EUR',
    settlementPayableAmount: '990.00',
    uniformPayableAmount: '990',
    displayServiceFee: '10.00',
    displayPayableAmount: '990.00',
  };
  const markup = renderMoney([deposit('a', complete)]);
  expect(markup.match(/value="990"/g)).toHaveLength(1);
  expect(markup).toContain('aria-label="Expected, received, fee and net amounts in GBP, compared"');
  expect(renderMoney([deposit('a', {})])).not.toContain('<figure');
});

test('shows the total of the payment record beside deposits with another sum', () => {
  const recorded = {
    ...payment,
    displayCurrency: 'GBP',
    expectedDisplayAmount: amount('1000'),
    recordSeen: true,
  };
  const render = (actualDisplayAmount: string) =>
    toText(
      renderMoney([deposit('a', {})], { ...recorded, actualDisplayAmount: amount(actualDisplayAmount) }),
    );
  expect(render('999.50')).toContain('Payment record says 999.50 GBP');
  expect(render('1000.00')).not.toContain('Payment record says');
});

test('begins with what was received in coin and display currency, then fee and net with their EUR value', () => {
  expect(listFigures([deposit('a', {}), deposit('b', { displayAmount: null })])).toEqual([
    expect.stringMatching(/^Received 1\.00 ETH 1,000\.00 GBP includes 1 of 2 deposits/),
    expect.stringMatching(/^Service fee 20\.00 USDC .*18\.00 EUR/),
    expect.stringMatching(/^Net credited 2,380\.00 USDC .*2,200\.00 EUR/),
    expect.stringMatching(/^Expected /),
  ]);
});
