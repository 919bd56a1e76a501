import { describe, expect, test } from 'vitest';
import { createPaymentRequest } from '#lib/service/contract/create-payment.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import type { CreatePaymentInput } from '../schema/create.ts';
import { createPaymentForm, createPaymentFormWithin } from '../schema/create.ts';
import { buildPaymentRequest, writeRequest } from './request.ts';

/**
 * The rules of §2.2, written by hand: the valid input, the exact bytes sent for it, and the field of each refusal.
 * The sandbox has a separate table, so that the two check each other.
 */

const businessId = '0b0e7a52-6f6c-4a0e-9d3b-1d2c3e4f5a6b';
const form: CreatePaymentInput = {
  businessId,
  clientPaymentId: 'ORDER-1',
  priceIn: 'fiat',
  amount: '49.90',
  displayCurrency: 'EUR',
  depositCurrency: '',
  network: '',
  type: 'ONE_TIME',
  rateType: 'FIXED',
  expires: '30',
  expiresMinutes: '',
  locale: 'en',
  redirectUrl: '',
  redirectMode: 'PARENT',
};
const crypto = { priceIn: 'crypto', depositCurrency: 'USDT', network: 'TRX' } as const;

const head = `{"clientPaymentId":"ORDER-1","businessId":"${businessId}","locale":"en","type":"ONE_TIME",`;
const reusableHead = head.replace('ONE_TIME', 'REUSABLE');
const price = '"displayCurrency":"EUR","displayAmount":"49.90",';

const sent: readonly (readonly [string, Partial<CreatePaymentInput>, string])[] = [
  ['fiat, fixed', {}, `${head}${price}"rateType":"FIXED","expirationMinutes":30}`],
  [
    'fiat, floating',
    { rateType: 'FLOATING' },
    `${head}${price}"rateType":"FLOATING","expirationMinutes":30}`,
  ],
  ['1 hour', { expires: '60' }, `${head}${price}"rateType":"FIXED","expirationMinutes":60}`],
  ['24 hours', { expires: '1440' }, `${head}${price}"rateType":"FIXED","expirationMinutes":1440}`],
  ['7 days is 0', { expires: '0' }, `${head}${price}"rateType":"FIXED","expirationMinutes":0}`],
  [
    'own minutes',
    { expires: 'custom', expiresMinutes: '95' },
    `${head}${price}"rateType":"FIXED","expirationMinutes":95}`,
  ],
  [
    'own minutes of 0 are 7 days',
    { expires: 'custom', expiresMinutes: '0' },
    `${head}${price}"rateType":"FIXED","expirationMinutes":0}`,
  ],
  [
    'minutes that were typed and then not chosen',
    { expires: '30', expiresMinutes: 'rubbish' },
    `${head}${price}"rateType":"FIXED","expirationMinutes":30}`,
  ],
  [
    'reusable has no expiry and floats, whatever was chosen before',
    { type: 'REUSABLE', rateType: 'FIXED', expires: 'custom', expiresMinutes: '' },
    `${reusableHead}${price}"rateType":"FLOATING"}`,
  ],
  [
    'crypto',
    { ...crypto, amount: '0.000000000000000001' },
    `${head}"depositCurrency":"USDT","depositAmount":"0.000000000000000001","network":"TRX","rateType":"FIXED","expirationMinutes":30}`,
  ],
  [
    'crypto leaves out the currency that was chosen for fiat',
    { ...crypto, displayCurrency: 'GBP' },
    `${head}"depositCurrency":"USDT","depositAmount":"49.90","network":"TRX","rateType":"FIXED","expirationMinutes":30}`,
  ],
  [
    'fiat leaves out coin and network that were chosen for crypto',
    { depositCurrency: 'BTC', network: 'BTC' },
    `${head}${price}"rateType":"FIXED","expirationMinutes":30}`,
  ],
  [
    'the amount as typed, trailing zeros and all',
    { amount: '1000000000000000000000.10' },
    `${head}"displayCurrency":"EUR","displayAmount":"1000000000000000000000.10","rateType":"FIXED","expirationMinutes":30}`,
  ],
  [
    'redirect with its mode',
    { redirectUrl: 'https://shop.example/thanks?a=1&b=2', redirectMode: 'SELF' },
    `${head}${price}"rateType":"FIXED","expirationMinutes":30,"redirectUrl":"https://shop.example/thanks?a=1&b=2","redirectMode":"SELF"}`,
  ],
  [
    'no redirect, no mode',
    { redirectMode: 'SELF' },
    `${head}${price}"rateType":"FIXED","expirationMinutes":30}`,
  ],
  [
    'spaces around what was pasted',
    { clientPaymentId: '  ORDER-1 ', amount: ' 49.90\n' },
    `${head}${price}"rateType":"FIXED","expirationMinutes":30}`,
  ],
];

const locales = ['ar', 'bg', 'zh', 'en', 'fr', 'de', 'ja', 'lt', 'pt', 'ru', 'es', 'tr'];
const chosenLocales = [
  ...locales,
  'en-GB',
  'en_GB',
  'de-AT',
  'de_AT',
  'zh-Hans-CN',
  'zh_Hant_TW',
  'es-419',
  'pt-BR',
];

const clientIds = [
  '1',
  'Ümlaut äöü',
  'заказ 7',
  '注文-1',
  'a/b?c=d&e',
  '"quoted"',
  '=1+1',
  '<b>',
  'x'.repeat(255),
  '🧾',
];

const refused: readonly (readonly [string, Partial<CreatePaymentInput>, string])[] = [
  ['no client id', { clientPaymentId: '' }, 'clientPaymentId'],
  ['blank client id', { clientPaymentId: ' \t ' }, 'clientPaymentId'],
  ['10 kB of client id', { clientPaymentId: 'x'.repeat(10_240) }, 'clientPaymentId'],
  ['NUL in the client id', { clientPaymentId: 'a\u0000b' }, 'clientPaymentId'],
  ['line break in the client id', { clientPaymentId: 'a\nb' }, 'clientPaymentId'],
  ['half a character in the client id', { clientPaymentId: 'a\ud800' }, 'clientPaymentId'],
  ['text turned around in the client id', { clientPaymentId: 'a\u202eb' }, 'clientPaymentId'],
  ['invisible character in the client id', { clientPaymentId: 'a\u200bb' }, 'clientPaymentId'],
  ['no UUID for the business', { businessId: 'x' }, 'businessId'],
  ['no amount', { amount: '' }, 'amount'],
  ['nothing', { amount: '0' }, 'amount'],
  ['nothing, in decimals', { amount: '0.000' }, 'amount'],
  ['a negative amount', { amount: '-5' }, 'amount'],
  ['a plus sign', { amount: '+5' }, 'amount'],
  ['an exponent', { amount: '1e3' }, 'amount'],
  ['hexadecimal', { amount: '0x10' }, 'amount'],
  ['a leading zero', { amount: '007' }, 'amount'],
  ['no digit before the point', { amount: '.5' }, 'amount'],
  ['no digit behind the point', { amount: '5.' }, 'amount'],
  ['a comma', { amount: '49,90' }, 'amount'],
  ['thousands', { amount: '1,234.50' }, 'amount'],
  ['thousands with spaces', { amount: '1 234.50' }, 'amount'],
  ['two points', { amount: '1.2.3' }, 'amount'],
  ['a currency', { amount: '€5' }, 'amount'],
  ['words', { amount: 'Infinity' }, 'amount'],
  ['other digits', { amount: '٤٩' }, 'amount'],
  ['36 integer digits', { amount: '1'.repeat(36) }, 'amount'],
  ['31 decimals', { amount: `0.${'1'.repeat(31)}` }, 'amount'],
  ['fiat without a currency', { displayCurrency: '' }, 'displayCurrency'],
  ['crypto without a coin', { ...crypto, depositCurrency: '' }, 'depositCurrency'],
  ['crypto without a network', { ...crypto, network: '' }, 'network'],
  ['minutes that are none', { expires: 'custom', expiresMinutes: '' }, 'expiresMinutes'],
  ['negative minutes', { expires: 'custom', expiresMinutes: '-1' }, 'expiresMinutes'],
  ['broken minutes', { expires: 'custom', expiresMinutes: '1.5' }, 'expiresMinutes'],
  ['minutes in words', { expires: 'custom', expiresMinutes: '1e2' }, 'expiresMinutes'],
  ['minutes past counting', { expires: 'custom', expiresMinutes: '9'.repeat(16) }, 'expiresMinutes'],
  ['a thirteenth language', { locale: 'it' }, 'locale'],
  ['no locale', { locale: '' }, 'locale'],
  ['a language in capitals', { locale: 'EN' }, 'locale'],
  ['a language in letters of three', { locale: 'deu' }, 'locale'],
  ['a locale with a space', { locale: 'en GB' }, 'locale'],
  ['a relative redirect', { redirectUrl: '/thanks' }, 'redirectUrl'],
  ['a redirect without a scheme', { redirectUrl: 'shop.example' }, 'redirectUrl'],
  ['a script for a redirect', { redirectUrl: 'javascript:alert(1)' }, 'redirectUrl'],
  ['data for a redirect', { redirectUrl: 'data:text/html,x' }, 'redirectUrl'],
  ['http off loopback', { redirectUrl: 'http://shop.example' }, 'redirectUrl'],
  ['a password in the redirect', { redirectUrl: 'https://a:b@shop.example' }, 'redirectUrl'],
  ['10 kB of redirect', { redirectUrl: `https://shop.example/${'x'.repeat(10_240)}` }, 'redirectUrl'],
];

const limits = { longestClientId: 255, longestRedirectUrl: 2_000, currencyDecimals: {} };

describe('decimals of a fiat amount', () => {
  test.each([
    ['49.999', 'EUR', 'EUR has 2 decimals. Remove the extra decimals'],
    ['49.9', 'JPY', 'JPY has no decimals. Enter a whole amount'],
  ] as const)('refuses %s %s with the reason', (amount, displayCurrency, reason) => {
    const result = createPaymentFormWithin(limits).safeParse({ ...form, amount, displayCurrency });
    expect(result.error?.issues).toMatchObject([{ path: ['amount'], message: reason }]);
  });

  test('accepts as many as the currency has, and any number in a coin', () => {
    const accepts = (change: Partial<CreatePaymentInput>) =>
      createPaymentFormWithin(limits).safeParse({ ...form, ...change }).success;
    expect(accepts({ amount: '49.99' })).toBe(true);
    expect(accepts({ amount: '50', displayCurrency: 'JPY' })).toBe(true);
    expect(accepts({ ...crypto, amount: '0.12345678' })).toBe(true);
  });
});

const buildBody = (input: Partial<CreatePaymentInput>): string =>
  writeRequest(buildPaymentRequest(createPaymentForm.parse({ ...form, ...input })));
const holds = (body: string): boolean => createPaymentRequest.safeParse(parseJson(body).value).success;

describe('the sent request', () => {
  test.each(sent)('%s', (_name, input, body) => {
    expect(buildBody(input)).toBe(body);
    expect(holds(body)).toBe(true);
  });

  test.each(chosenLocales)('locale %s as chosen', (locale) => {
    expect(buildBody({ locale })).toContain(`"locale":"${locale}"`);
    expect(holds(buildBody({ locale }))).toBe(true);
  });

  test.each(clientIds)('client id %s', (clientPaymentId) => {
    const body = buildBody({ clientPaymentId });
    expect(JSON.parse(body)).toMatchObject({ clientPaymentId });
    expect(holds(body)).toBe(true);
  });
});

describe('refused values and their fields', () => {
  test.each(refused)('%s', (_name, input, field) => {
    const result = createPaymentForm.safeParse({ ...form, ...input });
    expect(result.error?.issues.map((issue) => issue.path.join('.'))).toContain(field);
    expect(
      result.error?.issues.every((issue) => issue.message !== '' && !/invalid input/i.test(issue.message)),
    ).toBe(true);
  });

  test.each([
    ['priceIn', 'gold'],
    ['displayCurrency', 'EURO'],
    ['depositCurrency', 'DOGE'],
    ['network', 'MAIN'],
    ['type', 'MONTHLY'],
    ['rateType', 'WILD'],
    ['expires', '31'],
    ['redirectMode', 'POPUP'],
  ])('refuses %s of %s, which no form offers', (field, value) => {
    expect(createPaymentForm.safeParse({ ...form, [field]: value }).success).toBe(false);
  });

  test.each(Object.keys(form))('%s missing, null, a number or a list', (field) => {
    for (const value of [undefined, null, 5, ['x'], {}])
      expect(createPaymentForm.safeParse({ ...form, [field]: value }).success).toBe(false);
  });
});
