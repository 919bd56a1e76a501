import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { depositCallbackSample, toSampleBytes } from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';

// Each call reads the environment again.
vi.unmock('#lib/platform/env.ts');

let businessId: BusinessId;
beforeAll(async () => {
  businessId = await createBusiness();
});
afterAll(closeDatabase);

const hmac = (secret: string, text: string | Uint8Array) => createHmac('sha256', secret).update(text);
const proofs = () =>
  database().callbackDelivery.findMany({
    where: { businessId },
    orderBy: { id: 'asc' },
    select: { keyName: true, signature: true },
  });

/** Answers a callback in a process with these environment variables. */
async function answer(
  variables: Record<string, string>,
  headers: Record<string, string>,
  body = sampleBody(),
) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  vi.resetModules();
  const { answerCallback } = await import('../index.ts');
  const { closeDatabase: close } = await import('#lib/database/pools.ts');
  const secret = hmac(process.env['CALLBACK_SECRETS'] ?? '', businessId).digest('base64url');
  const { response, refused } = await answerCallback({
    business: businessId,
    secret,
    kind: 'deposit-received',
    headers: new Headers(headers),
    body: new Blob([body]).stream(),
  });
  await close();
  vi.unstubAllEnvs();
  return { status: response.status, refusedFor: refused?.reason ?? null };
}
const sampleBody = () => toSampleBytes(depositCallbackSample());
const createSignature = (body: Uint8Array) => ({ 'x-signature': hmac('of-their-own', body).digest('hex') });
const signed = { SERVICE_CALLBACK_SIGNATURE_SECRET: 'of-their-own' };
const ok = { status: 200, refusedFor: null };

test('off: checks no signature and stores the key of the address', async () => {
  expect(await answer({}, { 'x-signature': 'anything' })).toEqual(ok);
  expect((await proofs()).at(-1)).toEqual({
    keyName: expect.stringMatching(/^[0-9a-f]{12}$/),
    signature: null,
  });
});

test('observe: accepts each delivery and stores the result of the check', async () => {
  const observe = { ...signed, SERVICE_CALLBACK_SIGNATURE: 'observe' };
  const body = sampleBody();
  expect(await answer(observe, createSignature(body), body)).toEqual(ok);
  expect(await answer(observe, { 'x-signature': 'no' }, body)).toEqual(ok);
  expect(await answer(observe, {}, body)).toEqual(ok);
  expect((await proofs()).slice(-3).map(({ signature }) => signature)).toEqual(['right', 'wrong', 'missing']);
});

test('enforce: answers a wrong signature like a wrong secret, counts it and stores nothing', async () => {
  const enforce = { ...signed, SERVICE_CALLBACK_SIGNATURE: 'enforce' };
  const before = await proofs();
  expect(await answer(enforce, { 'x-signature': 'no' })).toEqual({ status: 404, refusedFor: 'signature' });
  expect(await answer(enforce, {})).toEqual({ status: 404, refusedFor: 'signature' });
  const body = sampleBody();
  const encoded = { ...createSignature(sampleBody()), 'content-encoding': 'gzip' };
  expect(await answer(enforce, encoded, body)).toEqual({ status: 404, refusedFor: 'signature' });
  expect(await proofs()).toEqual(before);
  expect(await answer(enforce, createSignature(body), body)).toEqual(ok);
});

test('answers a source that isn’t allowed like a wrong secret', async () => {
  const sources = { SERVICE_CALLBACK_SOURCES: '192.0.2.0/24' };
  expect(await answer(sources, { 'x-forwarded-for': '192.0.2.8' })).toEqual(ok);
  expect(await answer(sources, { 'x-forwarded-for': '192.0.2.8, 198.51.100.1' })).toEqual({
    status: 404,
    refusedFor: 'source',
  });
});

test('accepts the signatures of both API secrets while one replaces the other', async () => {
  const rotating = {
    SERVICE_API_KEY: 'new-key,old-key',
    SERVICE_API_SECRET: 'secret-of-new,secret-of-old',
    SERVICE_CALLBACK_SIGNATURE: 'enforce',
  };
  const body = sampleBody();
  const sign = (secret: string) => ({ 'x-signature': hmac(secret, body).digest('hex') });
  expect(await answer(rotating, sign('secret-of-new'), body)).toEqual(ok);
  expect(await answer(rotating, sign('secret-of-old'), body)).toEqual(ok);
  expect(await answer(rotating, sign('secret-of-new,secret-of-old'), body)).toMatchObject({ status: 404 });
});
