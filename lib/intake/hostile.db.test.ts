import { createHash, createHmac } from 'node:crypto';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maximumBodyBytes } from '#lib/callbacks/index.ts';
import { database } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import { depositCallbackSample, withdrawalCallbackSample } from '#lib/platform/testing/wire-samples.ts';
import type { Samples } from '#lib/service/contract/testing/hostile-bodies.ts';
import { listHostileBodies } from '#lib/service/contract/testing/hostile-bodies.ts';
import { startIntake } from './index.ts';

/**
 * Hostile requests to the intake server through a real socket. `e2e/hostile-callbacks.spec.ts` sends the same bodies to
 * the route.
 */

const createSamples = (businessId: string): Samples => ({
  deposit: depositCallbackSample,
  withdrawal: (fields) => withdrawalCallbackSample(businessId, fields),
});

let server: { readonly port: number; readonly drain: (timeoutMs: number) => Promise<void> };
let base = '';
let businessId = '';
beforeAll(async () => {
  businessId = await createBusiness();
  const key = process.env['CALLBACK_SECRETS'] ?? '';
  const secret = createHmac('sha256', key).update(businessId).digest('base64url');
  base = `/api/callbacks/${businessId}/${secret}`;
  server = await startIntake({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.drain(100));

/** Sends these bytes as a request and returns the status. */
async function send(
  head: string,
  write: (socket: Socket) => Promise<void> | void,
  kind = 'deposit-received',
): Promise<number> {
  const socket = connect(server.port, '127.0.0.1');
  const answered = Promise.withResolvers<number>();
  let text = '';
  const status = () => Number(text.slice(9, 12));
  socket.on('data', (data) => {
    text += data.toString();
    if (text.includes('\r\n\r\n')) answered.resolve(status());
  });
  socket.on('error', () => undefined);
  socket.on('close', () => answered.resolve(status()));
  socket.write(`POST ${base}/${kind} HTTP/1.1\r\nhost: here\r\n${head}\r\n\r\n`);
  await write(socket);
  const reply = await answered.promise;
  socket.destroy();
  return reply;
}
const sendBytes = (body: Uint8Array, head = '', kind?: string) =>
  send(`content-length: ${body.byteLength}${head}`, (socket) => void socket.write(body), kind);
const readVerdict = async (body: Uint8Array) =>
  (
    await database().callbackMessage.findFirst({
      where: { businessId, sha256: createHash('sha256').update(body).digest() },
    })
  )?.verdict ?? null;

const text = (fields: Record<string, unknown> = {}) => JSON.stringify(depositCallbackSample(fields));
const countEffects = async () =>
  (await database().deposit.count({ where: { businessId } })) +
  (await database().withdrawal.count({ where: { businessId } }));
/** Reads what was stored of a body that was refused for its size or encoding. */
const readExcerpts = async (reason: string) =>
  (await database().callbackRefusal.findMany({ where: { businessId, reason } })).map(({ excerpt }) =>
    Buffer.from(excerpt ?? []),
  );

// Built here only for the names. The tests build their own with their IDs.
test.each(listHostileBodies(createSamples(''), maximumBodyBytes).map(({ description }) => description))(
  '%s',
  async (what) => {
    const found = listHostileBodies(createSamples(businessId), maximumBodyBytes).find(
      (one) => one.description === what,
    );
    if (found === undefined) throw new Error('not in the list');
    const { make, kind, status, verdict } = found;
    const body = make();
    const before = await countEffects();
    expect(await sendBytes(body, '', kind)).toBe(status);
    // An unreadable body is stored when it is sent again, so a third delivery is unnecessary.
    expect(await sendBytes(body, '', kind)).toBe(200);
    const sha256 = createHash('sha256').update(body).digest();
    const [row, ...others] = await database().callbackMessage.findMany({
      where: { businessId, kind, sha256 },
    });
    expect(row).toMatchObject({
      verdict,
      deliveries: 2,
      orphan: verdict === 'applied' && kind === 'deposit-received',
    });
    expect(Buffer.compare(row?.body ?? new Uint8Array(), body)).toBe(0);
    expect(others).toEqual([]);
    expect((await countEffects()) - before).toBe(verdict === 'applied' ? 1 : 0);
  },
);

test.each(['gzip', 'br', 'x-of-ours', 'GZIP, identity'])(
  'refuses content-encoding %s with 415 and stores the body for review',
  async (encoding) => {
    const body = new Uint8Array(gzipSync(text()));
    expect(await sendBytes(body, `\r\ncontent-encoding: ${encoding}`)).toBe(415);
    expect(await readVerdict(body)).toBeNull();
    expect((await readExcerpts('encoded')).some((excerpt) => excerpt.equals(body))).toBe(true);
  },
);

test('ignores content-encoding identity', async () => {
  const body = new TextEncoder().encode(text());
  expect(await sendBytes(body, '\r\ncontent-encoding: identity')).toBe(200);
  expect(await readVerdict(body)).toBe('applied');
});

const inChunks = (whole: string, size: number) => (socket: Socket) => {
  for (let at = 0; at < whole.length; at += size) {
    const part = whole.slice(at, at + size);
    socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
  }
  socket.write('0\r\n\r\n');
};

test.each([1, 9, 100_000])('accepts a chunked body without a length, %d bytes per chunk', async (size) => {
  const whole = text();
  expect(await send('transfer-encoding: chunked', inChunks(whole, size))).toBe(200);
  expect(await readVerdict(new TextEncoder().encode(whole))).toBe('applied');
});

test('accepts one byte per second', async () => {
  const whole = text();
  const status = await send(`content-length: ${whole.length}`, async (socket) => {
    socket.setNoDelay(true);
    socket.write(whole.slice(0, -2));
    for (const byte of whole.slice(-2)) {
      await pause(1_000);
      socket.write(byte);
    }
  });
  expect(status).toBe(200);
  expect(await readVerdict(new TextEncoder().encode(whole))).toBe('applied');
});

test('returns 413 for one byte too many and stores the beginning for review', async () => {
  const whole = text();
  const body = new TextEncoder().encode(whole + ' '.repeat(maximumBodyBytes + 1 - whole.length));
  expect(await sendBytes(body)).toBe(413);
  expect(await readVerdict(body)).toBeNull();
  expect((await readExcerpts('too-large')).map(({ length }) => length)).toContain(maximumBodyBytes);
});

test('returns 413 before the end of an endless body', async () => {
  const status = await send('transfer-encoding: chunked', (socket) => {
    for (let sent = 0; sent < 80; sent += 1) socket.write(`3e8\r\n${'x'.repeat(1_000)}\r\n`);
  });
  expect(status).toBe(413);
});

test.each([
  ['a length and chunks', (whole: string) => `content-length: ${whole.length}\r\ntransfer-encoding: chunked`],
  ['two lengths', (whole: string) => `content-length: ${whole.length}\r\ncontent-length: 1`],
  ['a length that is none', () => 'content-length: all'],
])('refuses %s and stores nothing', async (_what, head) => {
  const whole = text();
  expect(await send(head(whole), (socket) => void socket.write(whole))).toBe(400);
  expect(await readVerdict(new TextEncoder().encode(whole))).toBeNull();
});

test('stores nothing of a body that is cut off, and accepts it again', async () => {
  const whole = new TextEncoder().encode(text());
  await send(`content-length: ${whole.byteLength}`, async (socket) => {
    socket.write(whole.slice(0, 300));
    await pause(30);
    socket.destroy();
  });
  expect(await readVerdict(whole.slice(0, 300))).toBeNull();
  expect(await sendBytes(whole)).toBe(200);
});

test('stores any bodies sent together as received, with 200 or 400', async () => {
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json({ noUnicodeString: false }).map((json) => new TextEncoder().encode(json)),
    fc
      .tuple(fc.constantFrom(...Object.keys(depositCallbackSample())), fc.jsonValue())
      .map(([field, value]) => new TextEncoder().encode(text({ [field]: value }))),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { minLength: 1, maxLength: 20 }), async (bodies) => {
      const answers = await Promise.all(bodies.map((body) => sendBytes(body)));
      for (const status of answers) expect([200, 400]).toContain(status);
      for (const body of bodies) expect(await readVerdict(body)).not.toBeNull();
    }),
    { numRuns: propertyRuns(6) },
  );
});
