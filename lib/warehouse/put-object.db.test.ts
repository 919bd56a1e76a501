import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { env } from '#lib/platform/env.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import { putObject } from './put-object.ts';

testEnv.SANDBOX_BASE_URL = env.SERVICE_BASE_URL;

const bytes = 32 * 1_024 ** 2;
let folder = '';
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'put-object-'));
  await fs.writeFile(path.join(folder, 'large'), Buffer.alloc(bytes));
  await fs.writeFile(path.join(folder, 'small'), 'text');
});
afterAll(() => fs.rm(folder, { recursive: true }));

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Opens a storage that answers with bytes of its own. Returns what puts a file there. */
async function openStorage(answer: (socket: Socket, first: Buffer) => void) {
  const server = createServer((socket) => {
    closers.push(() => socket.destroy());
    socket.on('error', () => undefined);
    socket.once('data', (first: Buffer) => answer(socket, first));
  });
  closers.push(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the storage has no port');
  const url = `http://127.0.0.1:${address.port}`;
  return (name: 'large' | 'small', { limitMs = 20_000, signal = new AbortController().signal } = {}) =>
    putObject(
      { url, bucket: 'finance' },
      { keyId: 'AKIA', secret: 'secret', region: 'us-east-1' },
      {
        ...{ name, path: path.join(folder, name), bytes: name === 'large' ? bytes : 4 },
        sha256: createHash('sha256').update('text').digest('hex'),
      },
      { at: Date.now(), signal, limitMs },
    );
}

test('accepts an answer after the whole file', async () => {
  const put = await openStorage((socket, first) => {
    let received = first.byteLength - first.indexOf('\r\n\r\n') - 4;
    socket.on('data', (part: Buffer) => {
      received += part.byteLength;
      if (received >= bytes) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    });
  });
  await expect(put('large')).resolves.toBeUndefined();
});

test('fails at once where the storage changes to another protocol', async () => {
  const put = await openStorage((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n'),
  );
  await expect(put('small')).rejects.toMatchObject({ kind: 'status', detail: '101' });
});

test('gives up a storage that never answers, or that answers without end, after the time limit', async () => {
  const silent = await openStorage(() => undefined);
  await expect(silent('small', { limitMs: 200 })).rejects.toMatchObject({ kind: 'connection' });
  const endless = await openStorage((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    const timer = setInterval(() => socket.write('1\r\nx\r\n'), 50);
    socket.on('close', () => clearInterval(timer));
  });
  await expect(endless('small', { limitMs: 300 })).rejects.toMatchObject({ kind: 'connection' });
});

test('ends with the reason of an aborted signal, which is no failure of the storage', async () => {
  const put = await openStorage(() => undefined);
  await expect(put('small', { signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
    name: 'AbortError',
  });
});

test.each([
  ['200 OK', { kind: 'connection' }],
  ['403 Forbidden', { kind: 'status', detail: '403 AccessDenied' }],
])('takes the early answer %s for a failure', async (status, problem) => {
  const body = '<Code>AccessDenied</Code>';
  const put = await openStorage((socket) => {
    socket.pause();
    socket.write(`HTTP/1.1 ${status}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  });
  await expect(put('large', { limitMs: 2_000 })).rejects.toMatchObject(problem);
});
