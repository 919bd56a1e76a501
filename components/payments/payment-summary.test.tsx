import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readRecord } from '#lib/database/record-columns.ts';
import { depositDetailFields } from '#lib/deposits/schema.ts';
import { createPaymentDetail } from '#lib/payments/testing/payment-detail.ts';
import { PaymentSummary } from './payment-summary.tsx';

const payment = createPaymentDetail({
  paymentId: 'one',
  currencyMismatch: true,
  displayCurrency: 'EUR',
  expectedDisplayAmount: '80.00',
  actualDisplayAmount: '0.00',
  depositCurrency: 'BTC',
  expectedNetwork: 'BTC',
  expectedDepositAmount: '0.001',
});
const deposit = (id: string) => ({
  ...readRecord(depositDetailFields, {
    depositId: id,
    depositAmount: '88',
    depositCurrency: 'USDC',
    network: 'TRX',
    versions: '1',
  }),
  provenance: [],
  conflicts: [],
  clientPaymentId: null,
  destinationTag: null,
  callbackDepegCurrency: null,
});

const render = (ids: readonly string[]) =>
  renderToStaticMarkup(<PaymentSummary payment={payment} deposits={ids.map(deposit)} />);
const listAmounts = (markup: string) =>
  [...markup.matchAll(/<data[^>]* value="([^"]*)"/g)].map(([, value]) => value);

test('shows the first received amount when the coin is wrong, with the expected one beside it', () => {
  const markup = render(['a']);
  expect(listAmounts(markup)).toEqual(['88', '80.00', '0.001']);
  expect(markup).not.toContain('coin unknown');
});

test('counts the deposits beyond the first three', () => {
  expect(render(['a', 'b', 'c', 'd', 'e'])).toContain('2 more deposits in the list below');
});
