import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createSocketServer } from 'node:net';
import { expect, test } from 'vitest';
import { interceptServers } from './request-interceptor.ts';

test('intercepts requests before the server’s own listener and ignores other servers', async () => {
  const seen: string[] = [];
  let servers = 0;
  interceptServers({
    listening: () => {
      servers += 1;
    },
    request: (request, response, goOn) => {
      seen.push(request.url ?? '');
      if (request.url === '/refused') response.writeHead(503).end();
      else goOn();
    },
    malformed: (code) => `HTTP/1.1 400 Bad Request\r\nx-code: ${code}\r\nconnection: close\r\n\r\n`,
  });
  const server = createServer((request, response) => response.end(`behind: ${request.url}`));
  const other = createSocketServer();
  await Promise.all(
    [server, other].map((one) => new Promise<void>((ready) => one.listen(0, '127.0.0.1', ready))),
  );
  const bound: AddressInfo | string | null = server.address();
  const address = `http://127.0.0.1:${bound !== null && typeof bound !== 'string' ? bound.port : 0}`;
  expect((await fetch(`${address}/refused`)).status).toBe(503);
  expect(await (await fetch(`${address}/page`)).text()).toBe('behind: /page');
  const long = `/list?q=${encodeURIComponent('<ü>'.repeat(2_500))}`;
  expect(await (await fetch(`${address}${long}`)).text()).toBe(`behind: ${long}`);
  expect((await fetch(`${address}/list?q=${'x'.repeat(70_000)}`)).headers.get('x-code')).toBe(
    'HPE_HEADER_OVERFLOW',
  );
  seen.splice(2);
  expect([seen, servers]).toEqual([['/refused', '/page'], 1]);
  server.closeAllConnections();
  server.close();
  other.close();
});
