import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerCallback } from '#lib/callbacks/index.ts';
import { closeDatabase, database } from '#lib/platform/db.ts';
import { createBusiness } from '#lib/platform/testing/tenant.ts';
import { depositCallbackSample } from '#lib/platform/testing/wire-samples.ts';
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

const doors = [
  ['the lean server', () => startIntake({ host: '127.0.0.1', port: 0 })],
  ['the route', startRoute],
] as const;

describe.each(doors)('%s', (_name, start) => {
  let door: { readonly port: number; readonly drain: (patienceMs: number) => Promise<void> };
  let path = '';
  let businessId = '';
  beforeAll(async () => {
    businessId = await createBusiness();
    const key = process.env['CALLBACK_SECRETS'] ?? '';
    const secret = createHmac('sha256', key).update(businessId).digest('base64url');
    path = `/api/callbacks/${businessId}/${secret}/deposit-received`;
    door = await start();
  });
  afterAll(() => door.drain(100));

  /** Sends a request as these bytes, and answers the status. */
  async function send(head: string, write: (socket: Socket) => Promise<void> | void): Promise<number> {
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
    socket.write(`POST ${path} HTTP/1.1\r\nhost: here\r\n${head}\r\n\r\n`);
    await write(socket);
    const told = await answered.promise;
    socket.destroy();
    return told;
  }
  const sendBytes = (body: Uint8Array, head = '') =>
    send(`content-length: ${body.byteLength}${head}`, (socket) => void socket.write(body));
  const kept = async (body: Uint8Array) =>
    (
      await database().callbackMessage.findFirst({
        where: { businessId, sha256: createHash('sha256').update(body).digest() },
      })
    )?.verdict ?? null;

  const text = (fields: Record<string, unknown> = {}) => JSON.stringify(depositCallbackSample(fields));
  const amount = (written: string) => text({ onChainFee: '@' }).replace('"@"', written);
  const utf16 = (given: string) => new Uint8Array(Buffer.from(given, 'utf16le'));

  test.each<[string, string | Uint8Array, number, string]>([
    ['nothing', '', 400, 'quarantined'],
    ['half an object', text().slice(0, 200), 400, 'quarantined'],
    ['a byte order mark', `\ufeff${text()}`, 400, 'quarantined'],
    ['UTF-16', utf16(text()), 400, 'quarantined'],
    ['10,000 levels', '['.repeat(10_000) + ']'.repeat(10_000), 400, 'quarantined'],
    ['gzip that says nothing of it', new Uint8Array(gzipSync(text())), 400, 'quarantined'],
    ['a key that stands twice', text().replace('{', '{"status":"CONFIRMED",'), 200, 'quarantined'],
    ['half a surrogate pair', text({ fromAddress: '@' }).replace('"@"', '"\\ud800"'), 200, 'quarantined'],
    ['NUL', text({ fromAddress: 'a\u0000' }), 200, 'quarantined'],
    ['1e400', amount('1e400'), 200, 'quarantined'],
    ['31 decimals', amount(`0.${'1'.repeat(31)}`), 200, 'quarantined'],
    ['a huge number', amount('9'.repeat(5_000)), 200, 'quarantined'],
    ['a list for an object', `[${text()}]`, 200, 'quarantined'],
    ['30 decimals', amount(`0.${'1'.repeat(30)}`), 200, 'applied'],
    ['__proto__', text().replace('{', '{"__proto__":{"status":"BLOCKED"},'), 200, 'applied'],
  ])('%s', async (_what, given, status, verdict) => {
    const body = typeof given === 'string' ? new TextEncoder().encode(given) : given;
    expect(await sendBytes(body)).toBe(status);
    expect(await kept(body)).toBe(verdict);
    // The sender comes again with what it was told can't be read: it is kept, and need not come a third time.
    expect(await sendBytes(body)).toBe(200);
  });

  test('gzip that says so: 415', async () => {
    const body = new Uint8Array(gzipSync(text()));
    expect(await sendBytes(body, '\r\ncontent-encoding: gzip')).toBe(415);
    expect(await kept(body)).toBeNull();
  });

  test('chunked without a length', async () => {
    const whole = text();
    const status = await send('transfer-encoding: chunked', (socket) => {
      for (const part of whole.match(/.{1,9}/g) ?? [])
        socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
      socket.write('0\r\n\r\n');
    });
    expect(status).toBe(200);
  });

  test('byte by byte', async () => {
    const whole = text();
    const status = await send(`content-length: ${whole.length}`, async (socket) => {
      socket.setNoDelay(true);
      socket.write(whole.slice(0, -20));
      for (const byte of whole.slice(-20)) {
        socket.write(byte);
        await pause(5);
      }
    });
    expect(status).toBe(200);
  });

  test('too long, and without an end: 413 before the end', async () => {
    const status = await send('transfer-encoding: chunked', (socket) => {
      for (let sent = 0; sent < 80; sent += 1) socket.write(`3e8\r\n${'x'.repeat(1_000)}\r\n`);
    });
    expect(status).toBe(413);
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
