import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { isResponseStarted } from './model-response-started.ts';

test('detects a partly sent response when the next request on its connection is malformed', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/half') response.write('half');
    else response.end('whole');
  });
  const started: boolean[] = [];
  server.on('clientError', (_error, socket: Duplex) => {
    started.push(isResponseStarted(socket));
    socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const bound: AddressInfo | string | null = server.address();
  const port = bound !== null && typeof bound !== 'string' ? bound.port : 0;
  for (const path of ['/half', '/whole']) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await once(socket, 'data');
    socket.write('no request\r\n\r\n');
    await once(socket, 'close');
  }
  server.close();
  expect(started).toEqual([true, false]);
});
