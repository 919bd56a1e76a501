import { describe, expect, test } from 'vitest';
import { createForm } from '#lib/payments/create/model/form.ts';
import { customerMessage, iframeSnippet } from './sharing-texts.ts';
import { createSuggestedId, suggestId } from './suggest-id.ts';

describe('texts for the customer', () => {
  const sent = (more: Record<string, string>) =>
    new Map(
      Object.entries({ clientPaymentId: 'ORDER-1', displayAmount: '49.90', displayCurrency: 'EUR', ...more }),
    );

  test('escapes the link in the frame', () => {
    expect(iframeSnippet('https://x.example/?a=1&b="><script>')).toContain(
      'src="https://x.example/?a=1&amp;b=&quot;&gt;&lt;script&gt;"',
    );
  });

  test.each([
    ['1', 'The link is valid for 1 minute.'],
    ['30', 'The link is valid for 30 minutes.'],
    ['60', 'The link is valid for 1 hour.'],
    ['1440', 'The link is valid for 24 hours.'],
    ['0', 'The link is valid for 7 days.'],
  ])('expirationMinutes %s', (expirationMinutes, words) => {
    expect(customerMessage(sent({ expirationMinutes }), 'https://x.example').split('\n')).toEqual([
      'Please pay 49.90 EUR for ORDER-1 here:',
      'https://x.example',
      words,
    ]);
  });

  test('leaves out the expiry of a reusable link and names the network of a crypto price', () => {
    const crypto = new Map(
      Object.entries({
        clientPaymentId: 'A',
        depositAmount: '0.10',
        depositCurrency: 'USDT',
        network: 'TRX',
      }),
    );
    expect(customerMessage(crypto, 'https://x.example')).toBe(
      'Please pay 0.10 USDT on the TRX network for A here:\nhttps://x.example',
    );
  });
});

test('suggests unique ids that can be read aloud', () => {
  expect(suggestId('2026-11-20', new Uint8Array([0, 1, 28, 29, 30, 255]))).toMatch(
    /^PAY-20261120-[2-9A-Z]{6}$/,
  );
  expect(createSuggestedId(new Date())).not.toBe(createSuggestedId(new Date()));
});

test('opens the form with the first accepted values, or without any', () => {
  const accepted = {
    displayCurrencies: ['XXX', 'GBP', 'EUR'],
    depositCurrencies: ['USDT'],
    networks: { USDT: ['TRX'] },
  };
  expect(createForm('b', 'id', accepted)).toMatchObject({
    priceIn: 'fiat',
    displayCurrency: 'GBP',
    depositCurrency: 'USDT',
    network: 'TRX',
    type: 'ONE_TIME',
  });
  const nothing = { displayCurrencies: [], depositCurrencies: [], networks: {} };
  expect(createForm('b', 'id', nothing)).toMatchObject({
    displayCurrency: '',
    depositCurrency: '',
    network: '',
  });
});
