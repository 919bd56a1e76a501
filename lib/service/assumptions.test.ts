import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { variableNames } from '#lib/platform/env-schema.ts';
import type { Assumptions } from '#lib/values/assumptions/assumptions.ts';
import {
  defaultAssumptions,
  listAssumptionRows,
  readAssumptions,
} from '#lib/values/assumptions/assumptions.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { parseJson } from '#lib/values/lossless-json.ts';

const rows = listAssumptionRows(defaultAssumptions);
const variables = rows.flatMap(({ variable }) => variable ?? []);

test('gives each assumption a unique key, a question, and a section of the interface', () => {
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  expect(rows.filter(({ section, question }) => !/^§/.test(section) || question === '')).toEqual([]);
});

test('gives each assumption a variable, or a reason and a file', () => {
  for (const { key, variable, because, settledIn } of rows) {
    expect([key, variable === null]).toEqual([key, because !== null && settledIn !== null]);
    if (settledIn !== null) expect([key, existsSync(settledIn)]).toEqual([key, true]);
    if (variable !== null) expect(variableNames).toContain(variable);
  }
});

test('lists every variable about the service', () => {
  const facts = ['BASE_URL', 'API_KEY', 'API_SECRET', 'CALLBACK_SIGNATURE_SECRET'].map(
    (name) => `SERVICE_${name}`,
  );
  const settling = variableNames.filter((name) => name.startsWith('SERVICE_') && !facts.includes(name));
  expect(variables).toEqual(settling);
});

test('uses the default without a variable', () => {
  expect(rows.filter((row) => row.value !== row.default)).toEqual([]);
});

// The effect of each variable. A variable without its proof doesn’t compile.

const businessId = toId<BusinessId>('11111111-1111-4111-8111-111111111111');
const paymentId = toId<PaymentId>('22222222-2222-4222-8222-222222222222');
const seen: { url: string; authorization: string }[] = [];
const server = createServer((request, response) => {
  seen.push({ url: request.url ?? '', authorization: request.headers.authorization ?? '' });
  response.end('{}');
});
let baseUrl = '';
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(() => new Promise((closed) => server.close(closed)));
afterEach(() => vi.unstubAllEnvs());

type Variables = Readonly<Record<string, string>>;
/** Runs with these variables, like a process that was started with them. */
async function withVariables<T>(variables: Variables, act: () => Promise<T>): Promise<T> {
  vi.unstubAllEnvs();
  vi.resetModules();
  const base = {
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    NEXTAUTH_SECRET: 'a-session-secret-of-these-tests-only',
    CALLBACK_SECRETS: 'a-callback-key-of-these-tests-only',
    SERVICE_BASE_URL: baseUrl,
    SERVICE_API_KEY: 'key',
    SERVICE_API_SECRET: 'secret',
  };
  for (const [name, value] of Object.entries({ ...base, ...variables })) vi.stubEnv(name, value);
  return act();
}

const send = async (operation: 'create' | 'business' | 'minimums' | 'payment') => {
  const { createServiceClient } = await import('./index.ts');
  const client = createServiceClient({ now: () => brandedInstant });
  seen.length = 0;
  if (operation === 'create') await client.createPayment('{"a":1}');
  if (operation === 'business') await client.readBusiness(businessId);
  if (operation === 'minimums') await client.readMinimums();
  if (operation === 'payment') await client.readPayment(paymentId);
  return seen[0];
};
const brandedInstant = (await import('#lib/values/instant.ts')).instant(1_700_000_000_000);
const signed = async () => /signature=([^,]*),/.exec((await send('create'))?.authorization ?? '')?.[1] ?? '';

const outcome = async (status: number, body: unknown) => {
  const { toCreateOutcome } = await import('#lib/payments/create/create-outcome.ts');
  const { clientPaymentId } = await import('#lib/values/ids.ts');
  const answer = {
    kind: 'answer' as const,
    status,
    bytes: new TextEncoder().encode(JSON.stringify(body)),
    startedAt: brandedInstant,
  };
  return toCreateOutcome(answer, { businessId, clientPaymentId: clientPaymentId('A') });
};
const created = {
  paymentInfo: { paymentId, businessId, clientPaymentId: 'A' },
  paymentUrl: 'https://pay.example/x',
};

const preFlighted = async (change: { clientPaymentId?: string; redirectUrl?: string; amount?: string }) => {
  const { checkAgainstBusiness } = await import('#lib/payments/create/check-against-business.ts');
  const { createForm } = await import('#lib/payments/create/model/form.ts');
  const { createPaymentForm } = await import('#lib/payments/create/schema/create.ts');
  const { buildPaymentRequest, writeRequest } = await import('#lib/payments/create/model/request.ts');
  const accepted = { displayCurrencies: ['EUR'], depositCurrencies: null, networks: null };
  const opened = { ...createForm(businessId, 'A', accepted), displayCurrency: 'EUR' as const, amount: '1' };
  const form = createPaymentForm.parse({ ...opened, ...change });
  return () => checkAgainstBusiness(form, writeRequest(buildPaymentRequest(form)), accepted);
};

/** The coverage of a payment of 10 with two deposits that only callbacks reported. */
const covered = async (...amounts: string[]) => {
  const { deriveState } = await import('#lib/observations/model/derived-state.ts');
  const { aggregateDeposits } = await import('#lib/observations/model/deposit-aggregate.ts');
  const { serviceSettings } = await import('./index.ts');
  const payment = { type: 'ONE_TIME', displayCurrency: 'EUR', expectedDisplayAmount: '10' };
  const deposits = amounts.map((callbackDisplayAmount) => ({
    status: 'CONFIRMED',
    displayCurrency: 'EUR',
    callbackDisplayAmount,
  }));
  const { callbackMeaning, expiryStart } = serviceSettings();
  return deriveState(payment, aggregateDeposits(deposits), { ...callbackMeaning, expiryStart }).coverage;
};

const checked = async (headers: Variables, body = '{}') => {
  const { checkSignature } = await import('#lib/callbacks/http/signature.ts');
  return checkSignature(new Headers(headers), new TextEncoder().encode(body));
};
const hmac = async (algorithm: string, encoding: 'hex' | 'base64') => {
  const { createHmac } = await import('node:crypto');
  return createHmac(algorithm, 'secret').update('{}').digest(encoding);
};
const observing = { SERVICE_CALLBACK_SIGNATURE: 'observe' };

const proofs: Readonly<Record<keyof Assumptions, () => Promise<void>>> = {
  SERVICE_AUTH_SCHEME: async () => {
    const use = () => send('create');
    expect((await withVariables({}, use))?.authorization).toMatch(/^SVC-API api-key=key,/);
    expect((await withVariables({ SERVICE_AUTH_SCHEME: 'PAY' }, use))?.authorization).toMatch(
      /^PAY api-key=key,/,
    );
  },
  SERVICE_SIGNATURE_ALGORITHM: async () => {
    expect(await withVariables({}, signed)).toMatch(/^[0-9a-f]{64}$/);
    expect(await withVariables({ SERVICE_SIGNATURE_ALGORITHM: 'sha512' }, signed)).toMatch(/^[0-9a-f]{128}$/);
  },
  SERVICE_SIGNATURE_ENCODING: async () => {
    expect(await withVariables({ SERVICE_SIGNATURE_ENCODING: 'base64' }, signed)).toMatch(/^[\w+/]{43}=$/);
  },
  SERVICE_SIGNATURE_PARTS: async () => {
    expect(await withVariables({ SERVICE_SIGNATURE_PARTS: 'body' }, signed)).not.toBe(
      await withVariables({}, signed),
    );
  },
  SERVICE_SIGNATURE_JOIN: async () => {
    expect(await withVariables({ SERVICE_SIGNATURE_JOIN: '\\n' }, signed)).not.toBe(
      await withVariables({}, signed),
    );
  },
  SERVICE_BUSINESS_AUTH: async () => {
    const use = async () => (await send('business'))?.authorization;
    expect(await withVariables({}, use)).toBe('key');
    expect(await withVariables({ SERVICE_BUSINESS_AUTH: 'signed' }, use)).toMatch(/^SVC-API /);
  },
  SERVICE_METADATA_AUTH: async () => {
    const use = async () => (await send('minimums'))?.authorization;
    expect(await withVariables({}, use)).toBe('');
    expect(await withVariables({ SERVICE_METADATA_AUTH: 'bare' }, use)).toBe('key');
  },
  SERVICE_PAYMENT_READ_PATH: async () => {
    const use = async () => (await send('payment'))?.url;
    expect(await withVariables({}, use)).toBeUndefined();
    expect(await withVariables({ SERVICE_PAYMENT_READ_PATH: '/p/{paymentId}' }, use)).toBe(`/p/${paymentId}`);
  },
  SERVICE_PAYMENT_READ_AUTH: async () => {
    const use = async () => (await send('payment'))?.authorization;
    const path = { SERVICE_PAYMENT_READ_PATH: '/p/{paymentId}' };
    expect(await withVariables(path, use)).toMatch(/^SVC-API /);
    expect(await withVariables({ ...path, SERVICE_PAYMENT_READ_AUTH: 'none' }, use)).toBe('');
  },
  SERVICE_PAYMENT_READ_FIELD: async () => {
    const use = async () => {
      const { readRecord } = await import('#lib/observations/model/reported-payment.ts');
      const { serviceSettings } = await import('./index.ts');
      const from = { field: serviceSettings().paymentReadField };
      return [`{"payment":{"paymentId":"${paymentId}"}}`, `{"paymentId":"${paymentId}"}`].map(
        (body) => readRecord(parseJson(body), from).paymentId,
      );
    };
    expect(await withVariables({}, use)).toEqual([null, paymentId]);
    // Answers stored before the variable was set stay readable.
    expect(await withVariables({ SERVICE_PAYMENT_READ_FIELD: 'payment' }, use)).toEqual([
      paymentId,
      paymentId,
    ]);
  },
  SERVICE_SUCCESS_STATUSES: async () => {
    const use = async () => (await outcome(201, created)).state;
    expect(await withVariables({}, use)).toBe('UNKNOWN');
    expect(await withVariables({ SERVICE_SUCCESS_STATUSES: '200,201' }, use)).toBe('CREATED');
  },
  SERVICE_REFUSED_STATUSES: async () => {
    const use = async () => (await outcome(409, {})).state;
    expect(await withVariables({}, use)).toBe('UNKNOWN');
    expect(await withVariables({ SERVICE_REFUSED_STATUSES: '400,409' }, use)).toBe('REJECTED');
  },
  SERVICE_ERROR_FIELDS: async () => {
    const use = async () => outcome(400, { fault: 'too small', message: 'no' });
    expect(await withVariables({}, use)).toMatchObject({
      errorMessage: 'The service answered with HTTP status 400: no',
    });
    expect(await withVariables({ SERVICE_ERROR_FIELDS: 'fault' }, use)).toMatchObject({
      errorMessage: 'The service answered with HTTP status 400: too small',
    });
  },
  // The dashboard requires a confirmation in either case. The sandbox proves the effect (sandbox/assumed.test.ts).
  SERVICE_REPEATED_CLIENT_ID: async () => {
    expect(readAssumptions({ SERVICE_REPEATED_CLIENT_ID: 'refused' }).SERVICE_REPEATED_CLIENT_ID).toBe(
      'refused',
    );
  },
  SERVICE_DEFAULT_TYPE: async () => {
    const use = async () => (await import('#lib/payments/create/default-terms.ts')).readDefaultTerms().type;
    expect(await withVariables({}, use)).toBe('ONE_TIME');
    expect(await withVariables({ SERVICE_DEFAULT_TYPE: 'REUSABLE' }, use)).toBe('REUSABLE');
  },
  SERVICE_DEFAULT_RATE_TYPE: async () => {
    const use = async () =>
      (await import('#lib/payments/create/default-terms.ts')).readDefaultTerms().rateType;
    expect(await withVariables({}, use)).toBe('FIXED');
    expect(await withVariables({ SERVICE_DEFAULT_RATE_TYPE: 'FLOATING' }, use)).toBe('FLOATING');
  },
  SERVICE_EXPIRY_START: async () => {
    const use = async () => {
      const { serviceSettings } = await import('./index.ts');
      const { readExpiryStart } = await import('./contract/expiry-start.ts');
      const { estimateExpiry } = await import('#lib/observations/model/derived-state.ts');
      const { expiryStart } = serviceSettings();
      const payment = {
        type: 'ONE_TIME',
        expirationMinutes: 1,
        paymentInitiatedAt: 10,
        paymentRequestedAt: 50,
      };
      return [readExpiryStart(payment, expiryStart), estimateExpiry(payment, expiryStart)];
    };
    expect(await withVariables({}, use)).toEqual([10, 70]);
    expect(await withVariables({ SERVICE_EXPIRY_START: 'requested' }, use)).toEqual([50, 110]);
  },
  SERVICE_CURRENCY_DECIMALS: async () => {
    const use = () => preFlighted({ amount: '49.999' });
    expect(await withVariables({}, use)).toThrow('Nothing was sent');
    expect(await withVariables({ SERVICE_CURRENCY_DECIMALS: 'HUF=0,EUR=3' }, use)).not.toThrow();
    expect(() => readAssumptions({ SERVICE_CURRENCY_DECIMALS: 'EURO=2' })).toThrow('HUF=0,ISK=2');
  },
  SERVICE_LONGEST_CLIENT_ID: async () => {
    const use = () => preFlighted({ clientPaymentId: 'x'.repeat(300) });
    expect(await withVariables({}, use)).toThrow('Nothing was sent');
    expect(await withVariables({ SERVICE_LONGEST_CLIENT_ID: '300' }, use)).not.toThrow();
  },
  SERVICE_LONGEST_REDIRECT_URL: async () => {
    const use = () => preFlighted({ redirectUrl: `https://shop.example/${'x'.repeat(2_000)}` });
    expect(await withVariables({}, use)).toThrow('Nothing was sent');
    expect(await withVariables({ SERVICE_LONGEST_REDIRECT_URL: '3000' }, use)).not.toThrow();
  },
  SERVICE_REFRESH_SECONDS: async () => {
    const use = async () => (await import('./index.ts')).serviceSettings().refreshSeconds;
    expect(await withVariables({ SERVICE_REFRESH_SECONDS: '900' }, use)).toBe(900);
  },
  SERVICE_CREATES_PER_SECOND: async () => {
    const use = async () => (await import('./index.ts')).serviceSettings().createsPerSecond;
    expect(await withVariables({}, use)).toBe(10);
    expect(await withVariables({ SERVICE_CREATES_PER_SECOND: '3' }, use)).toBe(3);
  },
  SERVICE_CALLBACK_SIGNATURE: async () => {
    expect(await withVariables({}, () => checked({}))).toBe('off');
    expect(await withVariables(observing, () => checked({}))).toBe('missing');
    expect(await withVariables(observing, () => checked({ 'x-signature': 'no' }))).toBe('wrong');
  },
  SERVICE_CALLBACK_SIGNATURE_HEADER: async () => {
    const variables = { ...observing, SERVICE_CALLBACK_SIGNATURE_HEADER: 'Signed' };
    const right = await hmac('sha256', 'hex');
    expect(await withVariables(variables, () => checked({ signed: right }))).toBe('right');
    expect(await withVariables(variables, () => checked({ 'x-signature': right }))).toBe('missing');
  },
  SERVICE_CALLBACK_SIGNATURE_ALGORITHM: async () => {
    const variables = { ...observing, SERVICE_CALLBACK_SIGNATURE_ALGORITHM: 'sha512' };
    const headers = { 'x-signature': await hmac('sha512', 'hex') };
    expect(await withVariables(variables, () => checked(headers))).toBe('right');
    expect(await withVariables(observing, () => checked(headers))).toBe('wrong');
  },
  SERVICE_CALLBACK_SIGNATURE_ENCODING: async () => {
    const variables = { ...observing, SERVICE_CALLBACK_SIGNATURE_ENCODING: 'base64' };
    const headers = { 'x-signature': await hmac('sha256', 'base64') };
    expect(await withVariables(variables, () => checked(headers))).toBe('right');
    expect(await withVariables(observing, () => checked(headers))).toBe('wrong');
  },
  SERVICE_CALLBACK_SOURCES: async () => {
    const use = async () => {
      const { isAllowedSource } = await import('#lib/callbacks/http/allowed-sources.ts');
      return ['192.0.2.7', '198.51.100.1', '::ffff:192.0.2.9', '2001:db8::1', 'unknown'].map(isAllowedSource);
    };
    expect(await withVariables({}, use)).toEqual([true, true, true, true, true]);
    expect(await withVariables({ SERVICE_CALLBACK_SOURCES: '192.0.2.0/24, 2001:db8::1' }, use)).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
  },
  // The sandbox sends again or not. Overview shows if a refusal is final.
  SERVICE_WITHDRAWAL_RETRY: async () => {
    const use = async () => (await import('./index.ts')).serviceSettings().retriesWithdrawals;
    expect(await withVariables({}, use)).toBe(false);
    expect(await withVariables({ SERVICE_WITHDRAWAL_RETRY: 'as-deposits' }, use)).toBe(true);
  },
  SERVICE_CALLBACK_AMOUNTS: async () => {
    const use = () => covered('6', '10');
    expect(await withVariables({}, use)).toBeNull();
    expect(await withVariables({ SERVICE_CALLBACK_AMOUNTS: 'deposit' }, use)).toBe('over');
    expect(await withVariables({ SERVICE_CALLBACK_AMOUNTS: 'cumulative' }, use)).toBe('exact');
  },
  SERVICE_CALLBACK_DEPEG_UNIT: async () => {
    const use = async () => (await import('./index.ts')).serviceSettings().callbackDepegUnit;
    expect(await withVariables({}, use)).toBe('deposit');
    expect(await withVariables({ SERVICE_CALLBACK_DEPEG_UNIT: 'display' }, use)).toBe('display');
  },
  SERVICE_CALLBACK_SETTLEMENT_AMOUNT: async () => {
    const { toSampleBytes, depositCallbackSample } = await import('#lib/platform/testing/wire-samples.ts');
    const use = async () => {
      const { readCallback } = await import('#lib/observations/model/parsed-callback.ts');
      const { serviceSettings } = await import('./index.ts');
      const body = toSampleBytes({ ...depositCallbackSample(), settlementAmount: 9.5 });
      const meaning = serviceSettings().callbackMeaning;
      const read = readCallback({ kind: 'deposit-received', businessId, body, meaning });
      return read.kind === 'deposit' ? read.stated.deposit.values['settlementPayableAmount'] : 'doubtful';
    };
    expect(await withVariables({}, use)).toBeUndefined();
    expect(await withVariables({ SERVICE_CALLBACK_SETTLEMENT_AMOUNT: 'payable' }, use)).toBe('9.5');
  },
};

test.each(Object.entries(proofs))('%s has its documented effect', (_name, proof) => proof());
