import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readRecord } from '#lib/database/record-columns.ts';
import { depositDetailFields } from '#lib/deposits/schema.ts';
import { createPaymentDetail } from '#lib/payments/testing/payment-detail.ts';
import { amount } from '#lib/values/amount.ts';
import { PaymentMoney } from './payment-money.tsx';

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

const deposited = (id: string, depositCurrency: string, network: string) => ({
  ...deposit(id),
  status: 'CONFIRMED',
  depositCurrency,
  network,
  depositAmount: amount(id),
});

test.each([
  ['LTC', 'LTC', 'Received in another coin<'],
  ['BTC', 'BSC', 'Received on another network<'],
])('says that %s on %s differs', (coin, network, label) => {
  expect(
    renderToStaticMarkup(<PaymentMoney payment={payment} deposits={[deposited('7', coin, network)]} />),
  ).toContain(label);
});

test.each(['REUSABLE', 'ONE_TIME'])('names only the deposits to a %s payment that differ', (type) => {
  const deposits = [deposited('1', 'BTC', 'BTC'), deposited('2', 'LTC', 'LTC'), deposited('3', 'BTC', 'BTC')];
  const renderType = (listed: typeof deposits) =>
    renderToStaticMarkup(<PaymentMoney payment={{ ...payment, type }} deposits={listed} />);
  expect(listAmounts(renderType(deposits))).toEqual(['4', '2', '80.00', '0.001', '2']);
  if (type === 'REUSABLE') expect(renderType(deposits.slice(0, 1))).not.toContain('Received in');
});

const render = (ids: readonly string[]) =>
  renderToStaticMarkup(<PaymentMoney payment={payment} deposits={ids.map(deposit)} />);
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
