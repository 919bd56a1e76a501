import { expect, test } from 'vitest';
import {
  buildIframeSnippet,
  buildMailLink,
  composeCustomerMessage,
  composeCustomerSubject,
  withRemainingTime,
} from './sharing-texts.ts';

const link = 'https://x.example';
const terms = (more: Record<string, string>) =>
  new Map(
    Object.entries({ clientPaymentId: 'ORDER-1', displayAmount: '49.90', displayCurrency: 'EUR', ...more }),
  );

test('escapes the link in the frame', () => {
  expect(buildIframeSnippet('https://x.example/?a=1&b="><script>', undefined)).toContain(
    'src="https://x.example/?a=1&amp;b=&quot;&gt;&lt;script&gt;"',
  );
});

test('lets the checkout leave the page only for a redirect of the whole window', () => {
  expect(buildIframeSnippet(link, 'PARENT')).toContain('allow-popups allow-top-navigation"');
  for (const mode of ['SELF', undefined])
    expect(buildIframeSnippet(link, mode)).not.toContain('top-navigation');
  for (const mode of ['PARENT', 'SELF'])
    expect(buildIframeSnippet(link, mode)).toContain('allow="clipboard-write"');
});

test('writes the message in the language of the checkout, with the business’s own text if there is one', () => {
  const german = terms({ locale: 'de_AT', expirationMinutes: '1440' });
  expect(composeCustomerMessage('request', german, link).split('\n')).toEqual([
    'Bitte zahlen Sie 49,90 EUR für ORDER-1 hier:',
    link,
    'Der Link ist 24 Stunden gültig.',
  ]);
  const own = [{ kind: 'request', language: 'de', text: '{price}: {link}' } as const];
  expect(composeCustomerMessage('request', german, link, own)).toBe(`49,90 EUR: ${link}`);
  expect(composeCustomerMessage('reminder', german, link, own)).toContain('Zur Erinnerung');
});

test('writes amounts as the language does, with all their digits and the usual decimals of money', () => {
  const price = (locale: string, displayAmount: string) =>
    composeCustomerMessage('request', terms({ locale, displayAmount }), link, [
      { kind: 'request', language: 'de', text: '{price}' },
      { kind: 'request', language: 'ar', text: '{price}' },
      { kind: 'request', language: 'en', text: '{price}' },
    ]);
  expect(price('de-CH', '12345678901234567.890')).toBe('12.345.678.901.234.567,890 EUR');
  expect(price('en', '1250.00')).toBe('1,250.00 EUR');
  expect(price('ar', '1250.5')).toBe('1,250.50 EUR');
  expect(price('en', '20')).toBe('20.00 EUR');
  expect(price('en', '0.125')).toBe('0.125 EUR');
  expect(price('en', 'unreadable')).toBe('unreadable EUR');
});

test('leaves out the expiry of a reusable link and names the network of a crypto price', () => {
  const crypto = new Map(
    Object.entries({
      clientPaymentId: 'A',
      type: 'REUSABLE',
      depositAmount: '0.10',
      depositCurrency: 'USDT',
      network: 'TRX',
    }),
  );
  expect(composeCustomerMessage('request', crypto, link)).toBe(
    `Please pay 0.10 USDT (TRX) for A here:\n${link}`,
  );
});

test('states the time that is left of an older payment, not its whole validity', () => {
  const message = (expiry: number | null) =>
    composeCustomerMessage(
      'request',
      withRemainingTime(terms({ expirationMinutes: '30', locale: 'en' }), expiry, 1_000_000),
      link,
    );
  expect(message(1_000_000 + 12 * 60 + 59)).toContain('valid for 12 minutes');
  expect(message(1_000_000 + 49 * 3600 + 59 * 60)).toContain('valid for 49 hours');
  for (const expiry of [null, 1_000_000, 1_000_030]) expect(message(expiry)).not.toContain('valid for');
});

test('encodes subject and message for an email, in the language of the checkout', () => {
  expect(buildMailLink('a & b', 'a & b?\nc')).toBe('mailto:?subject=a%20%26%20b&body=a%20%26%20b%3F%0D%0Ac');
  expect(composeCustomerSubject('request', terms({ locale: 'de-AT' }))).toBe('Zahlung für ORDER-1');
  expect(composeCustomerSubject('reminder', terms({}))).toBe('Reminder: payment for ORDER-1');
});
