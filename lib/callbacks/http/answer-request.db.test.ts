import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { inPlainTransaction } from '#lib/database/statements.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { readMetrics } from '#lib/platform/metrics.ts';
import { depositCallbackSample, toSampleBytes } from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { answerCallback, methodNotAllowed } from '../index.ts';
import { addRefusalCounts, findRefusal } from '../store.ts';
import { findDeadline, withinDeadline } from './answer-deadline.ts';

describe('the answer', () => {
  let businessId: BusinessId;
  beforeAll(async () => {
    businessId = await createBusiness();
  });

  const createSecret = (id: string) =>
    createHmac('sha256', process.env['CALLBACK_SECRETS'] ?? '')
      .update(id)
      .digest('base64url');

  const ask = async (
    body: Uint8Array<ArrayBuffer>,
    request: { business?: string; secret?: string; kind?: string; headers?: Record<string, string> } = {},
  ) => {
    const business = request.business ?? businessId;
    const { response, readNow } = await answerCallback({
      business,
      secret: request.secret ?? createSecret(business),
      kind: request.kind ?? 'deposit-received',
      headers: new Headers(request.headers),
      body: new Blob([body]).stream(),
    });
    return { status: response.status, headers: Object.fromEntries(response.headers), readNow };
  };
  const refusals = () =>
    database().callbackRefusal.findMany({ where: { businessId, hour: null }, orderBy: { id: 'asc' } });

  test('returns 200 and a payment to read for a valid address', async () => {
    const sample = depositCallbackSample();
    expect(await ask(toSampleBytes(sample))).toMatchObject({
      status: 200,
      readNow: { businessId, paymentId: sample['paymentId'] },
    });
  });

  test('returns the same 404 for a wrong secret, an unknown business and an unknown kind, and counts them', async () => {
    const other = randomUUID();
    const answers = [
      await ask(toSampleBytes('{}'), { secret: 'x'.repeat(43) }),
      await ask(toSampleBytes('{}'), { business: other, secret: createSecret(businessId) }),
      await ask(toSampleBytes('{}'), { business: 'nobody' }),
      await ask(toSampleBytes('{}'), { kind: 'payments' }),
    ];
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.status).toBe(404);
    const { text } = await readMetrics();
    expect(text).toContain('countinghouse_callbacks_total{kind="unknown",status="404"} 4');
  });

  test('returns each refusal for counting, with the kind of its address', async () => {
    const findRefused = async (request: {
      business?: string;
      secret?: string;
      kind?: string;
      headers?: Record<string, string>;
    }) => {
      const address = {
        business: businessId,
        secret: createSecret(businessId),
        kind: 'withdrawal',
        ...request,
      };
      return (await answerCallback({ ...address, headers: new Headers(request.headers), body: null }))
        .refused;
    };
    expect(await findRefused({ secret: 'wrong' })).toMatchObject({
      businessId,
      kind: 'withdrawal',
      reason: 'secret',
    });
    expect(await findRefused({ kind: 'payments' })).toMatchObject({
      businessId,
      kind: 'unknown',
      reason: 'kind',
    });
    expect(await findRefused({ business: 'nobody' })).toBeNull();
    // A truncated body is answered 503.
    expect(await findRefused({ headers: { 'content-length': '9' } })).toMatchObject({
      businessId,
      kind: 'withdrawal',
      reason: 'unavailable',
    });
  });

  test('adds counts by hour with first and last time, for known businesses only', async () => {
    const hour = Date.UTC(2026, 10, 20, 9);
    const unknown = toId<BusinessId>(randomUUID());
    const one = { kind: 'deposit-received', reason: 'secret', hour } as const;
    for (const count of [2, 3]) {
      const times = { firstAt: instant(hour + count * 60_000), lastAt: instant(hour + count * 120_000) };
      await addRefusalCounts([
        { ...one, businessId, count, ...times },
        { ...one, businessId: unknown, count, ...times },
      ]);
    }
    const stored = await database().callbackRefusal.findMany({
      where: { businessId: { in: [businessId, unknown] }, hour: { not: null } },
    });
    expect(stored).toMatchObject([
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

  test('sends security headers with each answer', async () => {
    const refused = await ask(toSampleBytes('{}'), { secret: 'wrong' });
    const wrongMethod = Object.fromEntries(methodNotAllowed().headers);
    for (const headers of [refused.headers, wrongMethod])
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': expect.stringContaining('no-store'),
      });
  });

  test('stores callbacks with a valid secret for a business that is not set up yet', async () => {
    const business = randomUUID();
    expect((await ask(toSampleBytes(depositCallbackSample()), { business })).status).toBe(200);
    expect(await database().callbackMessage.count({ where: { businessId: business } })).toBe(1);
  });

  test('returns 415 for an encoded body and stores its bytes', async () => {
    const body = new Uint8Array(gzipSync(JSON.stringify(depositCallbackSample())));
    expect((await ask(body, { headers: { 'content-encoding': 'gzip' } })).status).toBe(415);
    const stored = (await refusals()).at(-1);
    expect(stored?.reason).toBe('encoded');
    expect(Buffer.from(stored?.excerpt ?? [])).toEqual(Buffer.from(body));
    const plain = toSampleBytes(depositCallbackSample());
    expect((await ask(plain, { headers: { 'content-encoding': 'identity' } })).status).toBe(200);
  });

  test('returns 413 when the body exceeds 64 KiB and stores the first 64 KiB', async () => {
    const body = new Uint8Array(70_000).fill(0x20);
    expect((await ask(body)).status).toBe(413);
    const stored = (await refusals()).at(-1);
    expect({ reason: stored?.reason, length: stored?.excerpt?.byteLength }).toEqual({
      reason: 'too-large',
      length: 65_536,
    });
  });

  test('stores repeated refused bytes once, and only the start of a flood of different ones', async () => {
    const business = await createBusiness();
    const send = (body: Uint8Array<ArrayBuffer>) =>
      ask(body, { business, headers: { 'content-encoding': 'br' } });
    const body = toSampleBytes('the same again '.repeat(200));
    for (let time = 0; time < 3; time += 1) expect((await send(body)).status).toBe(415);
    const rows = () =>
      database().callbackRefusal.findMany({ where: { businessId: business }, orderBy: { id: 'asc' } });
    const again = await rows();
    expect(again.map(({ excerpt, length }) => [excerpt?.byteLength, length])).toEqual([
      [3_000, 3_000],
      [0, 3_000],
      [0, 3_000],
    ]);
    const last = again.at(-1)?.id ?? 0n;
    const shown = await inTransaction((transaction) => findRefusal(transaction, business, last));
    expect(Buffer.from(shown ?? [])).toEqual(Buffer.from(body));
    const daysAgo = new Date(Date.now() - 3 * 86_400_000);
    await database().callbackRefusal.updateMany({
      where: { businessId: business },
      data: { firstSeenAt: daysAgo, lastSeenAt: daysAgo },
    });
    await send(body);
    expect((await rows()).at(-1)?.excerpt?.byteLength).toBe(3_000);
    await database().callbackRefusal.createMany({
      data: Array.from({ length: 199 }, (_, each) => ({
        businessId: business,
        kind: 'withdrawal',
        reason: 'encoded',
        ...{ firstSeenAt: new Date(), lastSeenAt: new Date() },
        excerpt: toSampleBytes(`other ${each}`),
      })),
    });
    await send(toSampleBytes('one of very many '.repeat(200)));
    expect((await rows()).at(-1)).toMatchObject({ length: 3_400, excerpt: expect.toSatisfy(isOneKiB) });
  });
  const isOneKiB = (excerpt: Uint8Array) => excerpt.byteLength === 1_024;

  test('returns 503 for a truncated body instead of treating it as unreadable', async () => {
    const body = toSampleBytes(depositCallbackSample());
    const announced = { 'content-length': String(body.byteLength) };
    const cut = await ask(body.slice(0, 100), { headers: announced });
    expect(cut).toMatchObject({ status: 503, headers: { 'retry-after': '120' } });
    expect((await ask(body, { headers: announced })).status).toBe(200);
  });

  test('stores headers without secrets', async () => {
    const sample = depositCallbackSample();
    const headers = { authorization: 'Bearer a-secret', cookie: 'b=secret', 'user-agent': 'svc/1.0' };
    await ask(toSampleBytes(sample), { headers });
    const delivery = await database().callbackDelivery.findFirst({
      where: { businessId },
      orderBy: { id: 'desc' },
    });
    expect(delivery?.headers).toEqual({ authorization: '…', cookie: '…', 'user-agent': 'svc/1.0' });
  });
});

describe('the deadline', () => {
  test('gives callbacks that may come only once ten seconds, and deposits two unless the database works', () => {
    const now = performance.now();
    for (const kind of ['withdrawal', 'deposit-exchanged'] as const)
      expect(findDeadline(kind, now)).toEqual({ due: now + 10_000, last: now + 10_000 });
    expect(findDeadline('deposit-received', now)).toEqual({ due: now + 1_900, last: now + 10_000 });
    // A body that took long to arrive.
    const late = findDeadline('deposit-received', now - 20_000);
    expect([late.due > now + 1_000, late.last > now + 1_000]).toEqual([true, true]);
  });

  test('waits beyond the deadline only while the database answers', async () => {
    const never = new Promise<string>(() => undefined);
    const deadline = () => ({ due: performance.now() + 100, last: performance.now() + 8_000 });
    await pause(1_600);
    expect(await withinDeadline(never, deadline())).toBeNull();
    const answering = setInterval(() => void inPlainTransaction(async ({ run }) => run('SELECT 1', [])), 200);
    onTestFinished(() => clearInterval(answering));
    await inPlainTransaction(async ({ run }) => run('SELECT 1', []));
    const slow = pause(1_500).then(() => 'stored');
    expect(await withinDeadline(slow, deadline())).toBe('stored');
  });
});
