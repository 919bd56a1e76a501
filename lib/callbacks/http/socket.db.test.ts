import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { callbackPool, database } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { depositCallbackSample } from '#lib/platform/testing/wire-samples.ts';
import { answerCallback } from '../index.ts';

/** The callback route behind a real socket, to send bodies in unusual ways. */
const server = createServer((request, response) => {
  const [, business = '', secret = '', kind = ''] = (request.url ?? '').split('/');
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  void answerCallback({ business, secret, kind, headers, body: toBodyStream(request) }).then((answered) => {
    const { status, headers: answerHeaders } = answered.response;
    response.writeHead(status, Object.fromEntries(answerHeaders)).end();
  });
});

/** Reads the body like Next: an unread body doesn't close the connection before the answer. */
const toBodyStream = (request: IncomingMessage) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      request.on('data', (part: Buffer) => {
        controller.enqueue(new Uint8Array(part));
        request.pause();
      });
      request.on('end', () => controller.close());
      request.on('error', (error) => controller.error(error));
      request.pause();
    },
    pull: () => void request.resume(),
    cancel: () => {
      request
        .removeAllListeners('data')
        .removeAllListeners('end')
        .on('data', () => undefined)
        .resume();
    },
  });

let path = '';
let businessId = '';
let port = 0;
beforeAll(async () => {
  businessId = await createBusiness();
  const key = process.env['CALLBACK_SECRETS'] ?? '';
  path = `/${businessId}/${createHmac('sha256', key).update(businessId).digest('base64url')}/deposit-received`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address !== null && typeof address !== 'string') port = address.port;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

/** Sends the bytes of a request and returns the status line. */
async function send(head: string, write: (socket: Socket) => Promise<void> | void): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const answered = Promise.withResolvers<string>();
  let text = '';
  socket.on('data', (data) => {
    text += data.toString();
    if (text.includes('\r\n\r\n')) answered.resolve(text.split('\r\n')[0] ?? '');
  });
  socket.on('error', () => undefined);
  socket.on('close', () => answered.resolve(text.split('\r\n')[0] ?? ''));
  socket.write(`POST ${path} HTTP/1.1\r\nhost: here\r\n${head}\r\n\r\n`);
  await write(socket);
  const status = await answered.promise;
  socket.destroy();
  return status;
}

const body = () => JSON.stringify(depositCallbackSample());
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const messages = () => database().callbackMessage.count({ where: { businessId } });

test('accepts a chunked body without a length', async () => {
  const text = body();
  const status = await send('transfer-encoding: chunked', (socket) => {
    for (const part of text.match(/.{1,7}/g) ?? []) socket.write(chunk(part));
    socket.write('0\r\n\r\n');
  });
  expect(status).toBe('HTTP/1.1 200 OK');
});

test('accepts a body sent byte by byte', async () => {
  const text = body().slice(0, -1);
  const status = await send(`content-length: ${text.length + 1}`, async (socket) => {
    socket.setNoDelay(true);
    socket.write(text.slice(0, -20));
    for (const byte of text.slice(-20)) {
      socket.write(byte);
      await pause(5);
    }
    socket.write('}');
  });
  expect(status).toBe('HTTP/1.1 200 OK');
});

test('returns 413 before the end of an endless body', async () => {
  const status = await send('transfer-encoding: chunked', (socket) => {
    for (let sent = 0; sent < 80; sent += 1) socket.write(chunk('x'.repeat(1_000)));
  });
  expect(status).toBe('HTTP/1.1 413 Payload Too Large');
});

test('stores nothing of an aborted body, and accepts the next one', async () => {
  const before = await messages();
  await send('content-length: 5000', async (socket) => {
    socket.write(body().slice(0, 300));
    await pause(50);
    socket.destroy();
  });
  await pause(100);
  expect(await messages()).toBe(before);
  const text = body();
  expect(await send(`content-length: ${Buffer.byteLength(text)}`, (socket) => void socket.write(text))).toBe(
    'HTTP/1.1 200 OK',
  );
});

test('returns 503 soon and stores nothing while all connections are in use', async () => {
  const before = await messages();
  const pool = callbackPool();
  const taken = await Promise.all(Array.from({ length: pool.options.max ?? 10 }, () => pool.connect()));
  onTestFinished(() => taken.forEach((client) => void client.release()));
  const begun = performance.now();
  const text = body();
  const status = await send(
    `content-length: ${Buffer.byteLength(text)}`,
    (socket) => void socket.write(text),
  );
  expect(status).toBe('HTTP/1.1 503 Service Unavailable');
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(await messages()).toBe(before);
});
