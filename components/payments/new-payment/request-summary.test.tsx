import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AcceptedTerms } from '#lib/businesses/schema.ts';
import { createForm } from '#lib/payments/create/model/form.ts';
import type { CreatePaymentInput } from '#lib/payments/create/schema/create.ts';
import { amount } from '#lib/values/amount.ts';
import type { MinimumsSnapshot } from './minimum-check.tsx';
import { MinimumCheck } from './minimum-check.tsx';
import { RequestSummary } from './request-summary.tsx';

const accepted = {
  displayCurrencies: ['EUR'],
  depositCurrencies: ['BTC', 'USDT', 'XLM'],
  networks: { BTC: ['BTC'], USDT: ['TRX'], XLM: ['XLM'] },
};
const minimum = (coin: string, network: string, value: string) => ({
  coin,
  network,
  currency: 'EUR',
  amount: amount(value),
});
const minimums = { minimums: [minimum('BTC', 'BTC', '50'), minimum('USDT', 'TRX', '1')], readAt: null };
const form = createForm('0d9e1c8a-1111-4222-8333-444455556666', 'INV-1', accepted);
const render = (change: Partial<CreatePaymentInput>) =>
  renderToStaticMarkup(
    <RequestSummary values={{ ...form, ...change }} accepted={accepted} minimums={minimums} />,
  );
/** The text without tags. */
const read = (change: Partial<CreatePaymentInput>) => render(change).replaceAll(/<[^>]*>/g, '');

/** The text of the comparison of 20 EUR with the minimums. */
const compare = (terms: AcceptedTerms, snapshot: MinimumsSnapshot) =>
  renderToStaticMarkup(
    <MinimumCheck
      amount={amount('20')}
      currency="EUR"
      coin={null}
      network={null}
      accepted={terms}
      snapshot={snapshot}
    />,
  ).replaceAll(/<[^>]*>/g, '');

test('compares the amount with every option, and says where the minimum is unknown', () => {
  const text = compare(accepted, minimums);
  expect(text).toContain('The amount is below the minimum on BTC, but large enough on USDT on TRX.');
  expect(text).toContain('The service reported no minimum for XLM.');
});

test('counts options instead of naming many of them', () => {
  const networks = { USDT: ['TRX', 'ETH', 'BSC'], USDC: ['TRX', 'ETH', 'SOL'], BTC: ['BTC'] };
  const text = compare(
    { ...accepted, depositCurrencies: ['BTC', 'USDT', 'USDC'], networks },
    {
      minimums: Object.entries(networks).flatMap(([coin, on]) =>
        on.map((network) => minimum(coin, network, coin === 'BTC' ? '50' : '1')),
      ),
      readAt: null,
    },
  );
  expect(text).toContain('below the minimum on BTC, but large enough on 6 other payment options.');
});

test('says in words what is sent, with the exact request behind a disclosure', () => {
  const text = read({
    amount: '20',
    expires: '0',
    redirectUrl: 'https://shop.example',
    redirectMode: 'SELF',
  });
  expect(text).toContain('with a coin of their choice.');
  expect(text).toContain('The link is valid for 7 days.');
  expect(text).toContain('https://shop.example opens in the frame of the checkout.');
  expect(render({ amount: '20' })).toContain('<details');
  expect(text).toContain('&quot;expirationMinutes&quot;:0');
});

test('previews nothing while a field is wrong', () => {
  const wrong = renderToStaticMarkup(
    <RequestSummary values={{ ...form, amount: '49.999' }} accepted={accepted} minimums={minimums} isWrong />,
  );
  expect(wrong).toContain('Correct the marked fields.');
  expect(wrong).not.toContain('49.999');
});

test('leaves out the validity of a reusable link', () => {
  const text = read({ type: 'REUSABLE' });
  expect(text).toContain('never expires');
  expect(text).not.toContain('is valid for');
});
