import { createHmac, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { metricsText } from '#lib/platform/metrics.ts';
import { bytes, depositCallbackSample } from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { answerCallback, methodNotAllowed } from '../index.ts';
import { addRefusals, findRefusal } from '../store.ts';

let businessId: BusinessId;
beforeAll(async () => {
  businessId = await createBusiness();
});
afterAll(closeDatabase);

const secretOf = (id: string) =>
  createHmac('sha256', process.env['CALLBACK_SECRETS'] ?? '')
    .update(id)
    .digest('base64url');

const ask = async (
  body: Uint8Array<ArrayBuffer>,
  given: { business?: string; secret?: string; kind?: string; headers?: Record<string, string> } = {},
) => {
  const business = given.business ?? businessId;
  const { response, readNow } = await answerCallback({
    business,
    secret: given.secret ?? secretOf(business),
    kind: given.kind ?? 'deposit-received',
    headers: new Headers(given.headers),
    body: new Blob([body]).stream(),
  });
  return { status: response.status, headers: Object.fromEntries(response.headers), readNow };
};
const refusals = () => database().callbackRefusal.findMany({ where: { businessId }, orderBy: { id: 'asc' } });

test('a right address: 200 and a payment to read', async () => {
  const sample = depositCallbackSample();
  expect(await ask(bytes(sample))).toMatchObject({
    status: 200,
    readNow: { businessId, paymentId: sample['paymentId'] },
  });
});

test('a wrong secret, an unknown business and an unknown kind get one and the same 404, and are counted', async () => {
  const other = randomUUID();
  const answers = [
    await ask(bytes('{}'), { secret: 'x'.repeat(43) }),
    await ask(bytes('{}'), { business: other, secret: secretOf(businessId) }),
    await ask(bytes('{}'), { business: 'nobody' }),
    await ask(bytes('{}'), { kind: 'payments' }),
  ];
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]?.status).toBe(404);
  const { text } = await metricsText();
  expect(text).toContain('countinghouse_callbacks_total{kind="unknown",status="404"} 4');
});

test('what is not kept is told to whoever counts, with its kind where the address tells it', async () => {
  const refused = async (given: {
    business?: string;
    secret?: string;
    kind?: string;
    headers?: Record<string, string>;
  }) => {
    const address = { business: businessId, secret: secretOf(businessId), kind: 'withdrawal', ...given };
    return (await answerCallback({ ...address, headers: new Headers(given.headers), body: null })).refused;
  };
  expect(await refused({ secret: 'wrong' })).toMatchObject({
    businessId,
    kind: 'withdrawal',
    reason: 'secret',
  });
  expect(await refused({ kind: 'payments' })).toMatchObject({ businessId, kind: 'unknown', reason: 'kind' });
  expect(await refused({ business: 'nobody' })).toBeNull();
  // Half a body is answered 503.
  expect(await refused({ headers: { 'content-length': '9' } })).toMatchObject({
    businessId,
    kind: 'withdrawal',
    reason: 'unavailable',
  });
});

test('counts add up by the hour and keep their first and last time, for businesses that are set up here alone', async () => {
  const hour = Date.UTC(2026, 10, 20, 9);
  const unknown = toId<BusinessId>(randomUUID());
  const one = { kind: 'deposit-received', reason: 'secret', hour } as const;
  for (const count of [2, 3]) {
    const times = { firstAt: instant(hour + count * 60_000), lastAt: instant(hour + count * 120_000) };
    await addRefusals([
      { ...one, businessId, count, ...times },
      { ...one, businessId: unknown, count, ...times },
    ]);
  }
  const kept = await database().callbackRefusalCount.findMany({
    where: { businessId: { in: [businessId, unknown] } },
  });
  expect(kept).toEqual([
    {
      businessId,
      hour: new Date(hour),
      kind: 'deposit-received',
      reason: 'secret',
      count: 5n,
      acknowledged: 0n,
      firstSeenAt: new Date(hour + 120_000),
      lastSeenAt: new Date(hour + 360_000),
    },
  ]);
});

test('every answer says what a browser may make of it', async () => {
  const refused = await ask(bytes('{}'), { secret: 'wrong' });
  const wrongMethod = Object.fromEntries(methodNotAllowed().headers);
  for (const headers of [refused.headers, wrongMethod])
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': expect.stringContaining('no-store'),
    });
});

test('the right secret of a business that is not set up here yet loses nothing', async () => {
  const business = randomUUID();
  expect((await ask(bytes(depositCallbackSample()), { business })).status).toBe(200);
  expect(await database().callbackMessage.count({ where: { businessId: business } })).toBe(1);
});

test('an encoded body: 415 and its bytes kept for a person', async () => {
  const body = new Uint8Array(gzipSync(JSON.stringify(depositCallbackSample())));
  expect((await ask(body, { headers: { 'content-encoding': 'gzip' } })).status).toBe(415);
  const kept = (await refusals()).at(-1);
  expect(kept?.reason).toBe('encoded');
  expect(Buffer.from(kept?.excerpt ?? [])).toEqual(Buffer.from(body));
  const plain = bytes(depositCallbackSample());
  expect((await ask(plain, { headers: { 'content-encoding': 'identity' } })).status).toBe(200);
});

test('over 64 KiB: 413 and the first 64 KiB kept', async () => {
  const body = new Uint8Array(70_000).fill(0x20);
  expect((await ask(body)).status).toBe(413);
  const kept = (await refusals()).at(-1);
  expect({ reason: kept?.reason, length: kept?.excerpt.byteLength }).toEqual({
    reason: 'too-large',
    length: 65_536,
  });
});

test('refused bytes that come again are kept once, and of a flood of different ones the beginning', async () => {
  const business = await createBusiness();
  const send = (body: Uint8Array<ArrayBuffer>) =>
    ask(body, { business, headers: { 'content-encoding': 'br' } });
  const body = bytes('the same again '.repeat(200));
  for (let time = 0; time < 3; time += 1) expect((await send(body)).status).toBe(415);
  const rows = () =>
    database().callbackRefusal.findMany({ where: { businessId: business }, orderBy: { id: 'asc' } });
  const again = await rows();
  expect(again.map(({ excerpt, length }) => [excerpt.byteLength, length])).toEqual([
    [3_000, 3_000],
    [0, 3_000],
    [0, 3_000],
  ]);
  const last = again.at(-1)?.id ?? 0n;
  const shown = await inTransaction((transaction) => findRefusal(transaction, business, last));
  expect(Buffer.from(shown ?? [])).toEqual(Buffer.from(body));
  await database().callbackRefusal.createMany({
    data: Array.from({ length: 199 }, (_, each) => ({
      businessId: business,
      kind: 'withdrawal',
      reason: 'encoded',
      receivedAt: new Date(),
      excerpt: bytes(`other ${each}`),
    })),
  });
  await send(bytes('one of very many '.repeat(200)));
  expect((await rows()).at(-1)).toMatchObject({ length: 3_400, excerpt: expect.toSatisfy(isOneKiB) });
});
const isOneKiB = (excerpt: Uint8Array) => excerpt.byteLength === 1_024;

test('half a body is not taken for an unreadable one: 503, come again', async () => {
  const body = bytes(depositCallbackSample());
  const announced = { 'content-length': String(body.byteLength) };
  const cut = await ask(body.slice(0, 100), { headers: announced });
  expect(cut).toMatchObject({ status: 503, headers: { 'retry-after': '120' } });
  expect((await ask(body, { headers: announced })).status).toBe(200);
});

test('headers are kept without their secrets', async () => {
  const sample = depositCallbackSample();
  const headers = { authorization: 'Bearer a-secret', cookie: 'b=secret', 'user-agent': 'svc/1.0' };
  await ask(bytes(sample), { headers });
  const delivery = await database().callbackDelivery.findFirst({
    where: { businessId },
    orderBy: { id: 'desc' },
  });
  expect(delivery?.headers).toEqual({ authorization: '…', cookie: '…', 'user-agent': 'svc/1.0' });
});
