import { describe, expect, test } from 'vitest';
import { createPaymentRequest } from '#lib/service/contract/create-payment.ts';
import { languages } from '#lib/service/contract/enumerations.ts';
import { amount } from '#lib/values/amount.ts';
import { createPayment } from '../lifecycle/create-payment.ts';
import type { PayerTransfer } from '../lifecycle/receive-deposit.ts';
import { receiveDeposit } from '../lifecycle/receive-deposit.ts';
import { html } from '../page/html.ts';
import { createTestSandbox } from '../testing/test-sandbox.ts';
import { formatAmount, intlLocale } from './amounts.ts';
import { renderLivePart } from './live.ts';
import { renderWallet } from './wallet.ts';
import { findCheckoutTexts, readDirection, readLanguage } from './words/index.ts';

function opened(more: Readonly<Record<string, unknown>> = {}) {
  const small = createTestSandbox();
  const [business] = small.store.businesses.all();
  const request = createPaymentRequest.parse({
    clientPaymentId: '<script>alert(1)</script>',
    businessId: business?.id,
    locale: 'en',
    displayCurrency: 'EUR',
    displayAmount: '49.90',
    ...more,
  });
  const { paymentId } = createPayment(small.world, request).record;
  const state = () => {
    const found = small.store.payments.find(paymentId);
    if (found === null) throw new Error('lost');
    return found;
  };
  return {
    ...small,
    state,
    phase: () => renderLivePart(small.world, state()).phase,
    markup: () => renderLivePart(small.world, state()).markup.markup,
    pay: (sending: PayerTransfer = {}) => receiveDeposit(small.world, state(), sending),
  };
}

describe('the states that a payer sees', () => {
  test('leads from the choice of a coin to the paid state', () => {
    const page = opened();
    expect(page.phase()).toBe('choose');
    page.pay();
    expect(page.phase()).toBe('seen');
    page.pass(2);
    expect(page.phase()).toBe('paid');
  });

  test('shows an underpaid payment, then a complete one', () => {
    const page = opened();
    page.pay({ amount: amount('20'), depositCurrency: 'USDT', network: 'TRX' });
    page.pass(2);
    expect(page.phase()).toBe('part');
    page.pay();
    page.pass(2);
    expect(page.phase()).toBe('paid');
  });

  test('shows overpaid, late, held, refused and expired payments', () => {
    const over = opened();
    over.pay({ amount: amount('500'), depositCurrency: 'USDT', network: 'TRX' });
    over.pass(2);
    expect(over.phase()).toBe('over');
    const late = opened({ expirationMinutes: 1 });
    late.pass(61);
    expect(late.phase()).toBe('expired');
    late.pay();
    late.pass(2);
    expect(late.phase()).toBe('late');
    const checked = opened();
    checked.pay({ sender: 'mixer' });
    checked.pass(2);
    expect(checked.phase()).toBe('checking');
    checked.pass(2_000);
    expect(checked.phase()).toBe('refused');
  });

  test('asks for the next payment on a reusable link', () => {
    const page = opened({ type: 'REUSABLE' });
    page.pay();
    page.pass(2);
    expect(page.phase()).toBe('paid');
    expect(page.markup()).toContain('data-copy');
  });

  test('shows a tag where the network needs one, and the redirect with its target', () => {
    const page = opened({ redirectUrl: 'https://shop.example/back?a=1&b=2', redirectMode: 'SELF' });
    page.pay({ depositCurrency: 'XRP', network: 'XRP', amount: amount('1') });
    page.pass(2);
    expect(page.markup()).toContain('Destination tag');
    expect(page.markup()).toContain('href="https://shop.example/back?a=1&amp;b=2" target="_self"');
  });

  test('changes the version only with the content', () => {
    const page = opened({ rateType: 'FIXED' });
    const version = () => renderLivePart(page.world, page.state()).version;
    const first = version();
    expect(version()).toBe(first);
    page.pay();
    expect(version()).not.toBe(first);
  });
});

describe('words', () => {
  test.each(languages)('%s has every text, with the same placeholders as English', (language) => {
    const english = findCheckoutTexts('en');
    const gaps = (text: string) => [...text.matchAll(/\{[a-z]+\}/g)].map(String).sort();
    for (const [name, text] of Object.entries(findCheckoutTexts(language))) {
      expect(text.trim(), name).not.toBe('');
      const original = Object.entries(english).find(([key]) => key === name)?.[1] ?? '';
      expect(gaps(text), `${language}.${name}`).toEqual(gaps(original));
    }
  });

  test('finds texts for every way to write a locale', () => {
    expect(['pt-BR', 'pt_BR', 'pt'].map(readLanguage)).toEqual(['pt', 'pt', 'pt']);
    expect(readLanguage('it-IT')).toBe('en');
    expect(readDirection('ar')).toBe('rtl');
    expect(intlLocale('zh_CN')).toBe('zh-CN');
    expect(intlLocale('nonsense!')).toBe('en');
  });

  test('keeps every digit of amounts in every language', () => {
    expect(formatAmount('1234567.123456789012345678', 'ETH', 'en')).toBe('1,234,567.123456789012345678');
    expect(formatAmount('1250.5', 'EUR', 'de-DE')).toBe('1.250,50');
    expect(formatAmount('1250', 'AED', 'ar-AE')).toMatch(/^1,250\.00$/);
    expect(formatAmount('21516', 'JPY', 'ja')).toBe('21,516');
  });
});

describe('escaping', () => {
  test('escapes markup in text from outside', () => {
    expect(html`<p title="${'"><b>'}">${'<i>&'}</p>`.markup).toBe(
      '<p title="&quot;&gt;&lt;b&gt;">&lt;i&gt;&amp;</p>',
    );
    const page = opened();
    const wallet = renderWallet(page.world, page.state(), '<img src=x onerror=alert(1)>').markup;
    expect(wallet).not.toContain('<img');
    expect(wallet).toContain('Pay exact amount');
  });
});
