import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerCallback, longestBody } from '#lib/callbacks/index.ts';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { depositCallbackSample, withdrawalCallbackSample } from '#lib/platform/testing/wire-samples.ts';
import type { Samples } from '#lib/service/contract/testing/hostile-bodies.ts';
import { hostileBodies } from '#lib/service/contract/testing/hostile-bodies.ts';
import { startIntake } from './index.ts';

/** Hostile requests through a real socket, at the lean server and at what the route of the web app calls. */

const bodyStream = (request: IncomingMessage) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      request.on('data', (part: Buffer) => controller.enqueue(new Uint8Array(part)));
      request.on('end', () => controller.close());
      request.on('error', (error) => controller.error(error));
    },
    cancel: () => {
      request.removeAllListeners('data').removeAllListeners('end').resume();
    },
  });

/** A server that has of a request what a route of Next has. */
async function startRoute(): Promise<{ port: number; drain: () => Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const [, , , business = '', secret = '', kind = ''] = (request.url ?? '').split('/');
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
    void answerCallback({ business, secret, kind, headers, body: bodyStream(request) }).then((answered) => {
      const { status, headers: told } = answered.response;
      response.writeHead(status, Object.fromEntries(told)).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: address !== null && typeof address !== 'string' ? address.port : 0,
    drain: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

afterAll(closeDatabase);

const samplesOf = (businessId: string): Samples => ({
  deposit: depositCallbackSample,
  withdrawal: (fields) => withdrawalCallbackSample(businessId, fields),
});

const doors = [
  ['the lean server', () => startIntake({ host: '127.0.0.1', port: 0 })],
  ['the route', startRoute],
] as const;

describe.each(doors)('%s', (_name, start) => {
  let door: { readonly port: number; readonly drain: (patienceMs: number) => Promise<void> };
  let base = '';
  let businessId = '';
  beforeAll(async () => {
    businessId = await createBusiness();
    const key = process.env['CALLBACK_SECRETS'] ?? '';
    const secret = createHmac('sha256', key).update(businessId).digest('base64url');
    base = `/api/callbacks/${businessId}/${secret}`;
    door = await start();
  });
  afterAll(() => door.drain(100));

  /** Sends a request as these bytes, and answers the status. */
  async function send(
    head: string,
    write: (socket: Socket) => Promise<void> | void,
    kind = 'deposit-received',
  ): Promise<number> {
    const socket = connect(door.port, '127.0.0.1');
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
    const told = await answered.promise;
    socket.destroy();
    return told;
  }
  const sendBytes = (body: Uint8Array, head = '', kind?: string) =>
    send(`content-length: ${body.byteLength}${head}`, (socket) => void socket.write(body), kind);
  const kept = async (body: Uint8Array) =>
    (
      await database().callbackMessage.findFirst({
        where: { businessId, sha256: createHash('sha256').update(body).digest() },
      })
    )?.verdict ?? null;

  const text = (fields: Record<string, unknown> = {}) => JSON.stringify(depositCallbackSample(fields));
  const effects = async () =>
    (await database().deposit.count({ where: { businessId } })) +
    (await database().withdrawal.count({ where: { businessId } }));
  /** What was kept of a body that was refused for its size or encoding. */
  const excerpts = async (reason: string) =>
    (await database().callbackRefusal.findMany({ where: { businessId, reason } })).map(({ excerpt }) =>
      Buffer.from(excerpt),
    );

  // Made here for the names alone: ids and the business are those of the test.
  test.each(hostileBodies(samplesOf(''), longestBody).map(({ what }) => what))('%s', async (what) => {
    const found = hostileBodies(samplesOf(businessId), longestBody).find((one) => one.what === what);
    if (found === undefined) throw new Error('not in the list');
    const { make, kind, status, verdict } = found;
    const body = make();
    const before = await effects();
    expect(await sendBytes(body, '', kind)).toBe(status);
    // The sender comes again with what it was told can't be read: it is kept, and need not come a third time.
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
    expect((await effects()) - before).toBe(verdict === 'applied' ? 1 : 0);
  });

  test.each(['gzip', 'br', 'x-of-ours', 'GZIP, identity'])(
    'content-encoding %s: 415, kept to be looked at',
    async (encoding) => {
      const body = new Uint8Array(gzipSync(text()));
      expect(await sendBytes(body, `\r\ncontent-encoding: ${encoding}`)).toBe(415);
      expect(await kept(body)).toBeNull();
      expect((await excerpts('encoded')).some((excerpt) => excerpt.equals(body))).toBe(true);
    },
  );

  test('content-encoding identity says nothing', async () => {
    const body = new TextEncoder().encode(text());
    expect(await sendBytes(body, '\r\ncontent-encoding: identity')).toBe(200);
    expect(await kept(body)).toBe('applied');
  });

  const inChunks = (whole: string, size: number) => (socket: Socket) => {
    for (let at = 0; at < whole.length; at += size) {
      const part = whole.slice(at, at + size);
      socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
    }
    socket.write('0\r\n\r\n');
  };

  test.each([1, 9, 100_000])('chunked without a length, %d bytes each', async (size) => {
    const whole = text();
    expect(await send('transfer-encoding: chunked', inChunks(whole, size))).toBe(200);
    expect(await kept(new TextEncoder().encode(whole))).toBe('applied');
  });

  test('one byte a second', async () => {
    const whole = text();
    const status = await send(`content-length: ${whole.length}`, async (socket) => {
      socket.setNoDelay(true);
      socket.write(whole.slice(0, -3));
      for (const byte of whole.slice(-3)) {
        await pause(1_000);
        socket.write(byte);
      }
    });
    expect(status).toBe(200);
    expect(await kept(new TextEncoder().encode(whole))).toBe('applied');
  });

  test('a byte too many: 413, and the beginning is kept to be looked at', async () => {
    const whole = text();
    const body = new TextEncoder().encode(whole + ' '.repeat(longestBody + 1 - whole.length));
    expect(await sendBytes(body)).toBe(413);
    expect(await kept(body)).toBeNull();
    expect((await excerpts('too-large')).map(({ length }) => length)).toContain(longestBody);
  });

  test('too long, and without an end: 413 before the end', async () => {
    const status = await send('transfer-encoding: chunked', (socket) => {
      for (let sent = 0; sent < 80; sent += 1) socket.write(`3e8\r\n${'x'.repeat(1_000)}\r\n`);
    });
    expect(status).toBe(413);
  });

  test.each([
    [
      'a length and chunks',
      (whole: string) => `content-length: ${whole.length}\r\ntransfer-encoding: chunked`,
    ],
    ['two lengths', (whole: string) => `content-length: ${whole.length}\r\ncontent-length: 1`],
    ['a length that is none', () => 'content-length: all'],
  ])('%s: refused, and nothing is kept', async (_what, head) => {
    const whole = text();
    expect(await send(head(whole), (socket) => void socket.write(whole))).toBe(400);
    expect(await kept(new TextEncoder().encode(whole))).toBeNull();
  });

  test('cut off in the middle: nothing is kept, and it may come again', async () => {
    const whole = new TextEncoder().encode(text());
    await send(`content-length: ${whole.byteLength}`, async (socket) => {
      socket.write(whole.slice(0, 300));
      await pause(30);
      socket.destroy();
    });
    expect(await kept(whole.slice(0, 300))).toBeNull();
    expect(await sendBytes(whole)).toBe(200);
  });

  test('whatever comes, in any company: kept as it came, 200 or 400', async () => {
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
        for (const body of bodies) expect(await kept(body)).not.toBeNull();
      }),
      { numRuns: 20 },
    );
  });
});
