import { expect, test, vi } from 'vitest';
import { createContinuedDraft } from '#components/drafts/continued-draft.ts';
import { readTabId } from '#components/drafts/tab-id.ts';
import { createForm } from '#lib/payments/create/model/form.ts';
import { toFormAddress } from './form-address.ts';
import { createSuggestedId, suggestId } from './suggest-id.ts';
import { noDetails, toSentDetails } from './typed-details.ts';

test('suggests unique ids that can be read aloud', () => {
  expect(suggestId('2026-11-20', new Uint8Array([0, 1, 28, 29, 30, 255]))).toMatch(
    /^PAY-20261120-[2-9A-Z]{6}$/,
  );
  expect(createSuggestedId(new Date())).not.toBe(createSuggestedId(new Date()));
});

test('returns from a sign-in to the payment that the form repeats', () => {
  const address = (query: string, intentId: string | null = null) =>
    toFormAddress('b', intentId, new URLSearchParams(query));
  expect(address('')).toBe('/b/payments/new');
  for (const name of ['like', 'again', 'rest'])
    expect(address(`${name}=p-1&other=1`)).toBe(`/b/payments/new?${name}=p-1`);
  expect(address('like=p-1', 'i-1')).toBe('/b/payments/new?intent=i-1');
});

test('removes a continued draft only after its text was saved', () => {
  const removed: string[] = [];
  const continued = createContinuedDraft((subject) => removed.push(subject));
  continued.begin('new:a');
  expect(removed).toEqual([]);
  continued.finish();
  continued.finish();
  expect(removed).toEqual(['new:a']);
  continued.begin('new:b');
  continued.cancel();
  continued.finish();
  expect(removed).toEqual(['new:a']);
});

test('clears a former payment of the ID, but not in the correction of its request', () => {
  const send = (isCorrection: boolean) => toSentDetails(noDetails, { former: null, isCorrection });
  expect(send(false)).toEqual({ note: '', labels: [], formerPaymentId: null });
  expect(send(true)).toEqual({ note: '', labels: [] });
});

test('sends the original of a payment for the rest, also in the correction of its request', () => {
  const former = { paymentId: 'one', clientPaymentId: 'INV-1', isRemainder: true };
  for (const isCorrection of [false, true])
    expect(toSentDetails(noDetails, { former, isCorrection })).toEqual({
      ...{ note: '', labels: [], formerPaymentId: 'one' },
      isRemainder: true,
    });
});

test('gives a tab an id on a page that is not secure', async () => {
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('crypto.randomUUID is not a function');
  });
  expect(await readTabId()).toMatch(/^[0-9a-f]{8}$/);
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
