import type { Server, ServerResponse } from 'node:http';
import { Agent, createServer, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GracefulShutdown } from './graceful-shutdown.ts';

let server: Server;
let port = 0;
let responses: ServerResponse[] = [];
let ending: GracefulShutdown;
beforeEach(async () => {
  responses = [];
  ending = new GracefulShutdown();
  server = createServer({ keepAliveTimeout: 60_000 }, (_request, response) => {
    ending.note(response);
    responses.push(response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const bound = server.address();
  port = bound !== null && typeof bound !== 'string' ? bound.port : 0;
  ending.watch(server);
});
afterEach(() => server.closeAllConnections());

const agent = () => new Agent({ keepAlive: true });
function ask(connections: Agent): Promise<{ status: number; connection: string | undefined }> {
  return new Promise((resolve) => {
    const sent = request({ port, agent: connections }, (response) => {
      const { statusCode = 0, headers } = response.resume();
      response.on('close', () => resolve({ status: statusCode, connection: headers.connection }));
    });
    sent.on('error', () => resolve({ status: 0, connection: undefined }));
    sent.end();
  });
}
const arrived = async (count: number) => {
  while (responses.length < count) await pause(5);
};

test('answers pending requests and closes every connection', async () => {
  const connections = agent();
  // One behind the other: two connections may arrive in either order.
  const response = ask(connections);
  await arrived(1);
  const begun = ask(connections);
  await arrived(2);
  // Its headers are gone: it can't say any more that the connection ends with it.
  responses[1]?.writeHead(200).write('the beginning');
  const since = performance.now();
  ending.begin(() => undefined);
  const closed = new Promise((resolve) => server.close(resolve));
  await pause(30);
  responses[0]?.end();
  responses[1]?.end('and the end');
  expect(await response).toEqual({ status: 200, connection: 'close' });
  expect((await begun).status).toBe(200);
  await closed;
  // Idle connections would stay open for a minute.
  expect(performance.now() - since).toBeLessThan(30_000);
  connections.destroy();
});

test('ends a stream at once, and cuts off answers that take too long', async () => {
  const connections = agent();
  const stream = ask(connections);
  await arrived(1);
  const slow = ask(connections);
  await arrived(2);
  responses[0]?.setHeader('content-type', 'text/event-stream').write('data: 1\n\n');
  const exited = Promise.withResolvers<void>();
  let hasExited = false;
  ending.begin(() => {
    hasExited = true;
    exited.resolve();
  });
  server.close();
  await stream;
  expect(hasExited).toBe(false);
  expect(await slow).toEqual({ status: 0, connection: undefined });
  await exited.promise;
  connections.destroy();
});
