import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { signedHeader } from '../contract/connect.ts';
import { openSandbox } from '../running-sandbox.ts';
import { buildServer } from '../server.ts';
import { readSettings } from '../settings.ts';
import { findPaymentFlaws } from '../testing/record-rules.ts';

const sandbox = openSandbox({ ...readSettings({ SANDBOX_HISTORY: 'false' }), databaseFile: ':memory:' });
const app = buildServer(sandbox);
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

const right = {
  clientPaymentId: 'hostile',
  businessId: '6f1d8a52-3c0e-4b7a-9d25-1e8c47a0b931',
  locale: 'en',
  displayCurrency: 'EUR',
  displayAmount: '49.90',
};
const fieldNames = [
  ...Object.keys(right),
  'type',
  'depositCurrency',
  'depositAmount',
  'network',
  'rateType',
  'expirationMinutes',
  'redirectUrl',
  'redirectMode',
  '__proto__',
];
const nasty = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '\u0000',
    '\u202e',
    '1e400',
    '-0',
    '9'.repeat(40),
    '0.'.padEnd(40, '1'),
    '<script>',
    '=1+1',
    'x'.repeat(20_000),
    Number.MAX_SAFE_INTEGER,
    1e30,
    '٤٩.٩٠',
  ),
);
const changes = fc.dictionary(fc.constantFrom(...fieldNames), nasty, { maxKeys: 4 });

const post = (url: string, payload: string, signed = true) =>
  app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      ...(signed && { authorization: signedHeader('POST', url, payload) }),
    },
    payload,
  });

describe('hostile requests', () => {
  test('to create a payment never return 500, and store complete payments only', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        const answer = await post('/api/v1/payments', JSON.stringify({ ...right, ...change }));
        expect([200, 400, 413, 422], answer.body.slice(0, 300)).toContain(answer.statusCode);
        if (answer.statusCode === 200) expect(findPaymentFlaws(answer.json().paymentInfo)).toEqual([]);
        else expect(answer.json().error.message).toBeTypeOf('string');
      }),
      { numRuns: 400 },
    );
  });

  test('of any bytes return a JSON error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const payload = Buffer.from(bytes).toString('latin1');
        const answer = await post('/api/v1/payments', payload);
        expect([400, 401, 422]).toContain(answer.statusCode);
        expect(answer.json().error.code).toBeTypeOf('string');
      }),
      { numRuns: 200 },
    );
  });

  test('to the sandbox’s own API never return 500', async () => {
    const { paymentId } = (await post('/api/v1/payments', JSON.stringify(right))).json().paymentInfo;
    const names = [
      'amount',
      'depositCurrency',
      'network',
      'sender',
      'transactionId',
      'outcome',
      'speed',
      'expectedDisplayAmount',
      'seed',
    ];
    const paths = [
      `payments/${paymentId}/deposits`,
      `payments/${paymentId}/coin`,
      'withdrawals',
      'scenarios/over-payer',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.dictionary(fc.constantFrom(...names, ...fieldNames), nasty, { maxKeys: 4 }),
        async (path, body) => {
          const answer = await post(`/sandbox/api/${path}`, JSON.stringify(body), false);
          expect([200, 400, 404, 409, 413, 422], `${path} ${answer.body.slice(0, 300)}`).toContain(
            answer.statusCode,
          );
        },
      ),
      { numRuns: 300 },
    );
    const page = await app.inject(`/checkout/${paymentId}`);
    expect(page.statusCode).toBe(200);
  });

  test('returns 413 for a body beyond 64 KiB', async () => {
    expect((await post('/api/v1/payments', 'x'.repeat(70_000))).statusCode).toBe(413);
  });
});
