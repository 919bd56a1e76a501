import http from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '#scripts/database/ports.ts';
import { startBalancer } from './balancer.ts';

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

async function startNamed(name: string, handle: Handler = (_, response) => response.end(name)) {
  const server = http.createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

async function startTestBalancer() {
  const balancer = await startBalancer();
  onTestFinished(balancer.close);
  return balancer;
}

const read = async (address: string) => (await fetch(address)).text();

test('sends requests to all targets in turn, and to none that was removed', async () => {
  const [older, newer] = [await startNamed('older'), await startNamed('newer')];
  const balancer = await startTestBalancer();
  balancer.setTargets([older, newer]);
  const both = [await read(balancer.address), await read(balancer.address)];
  expect(both.toSorted()).toEqual(['newer', 'older']);
  balancer.setTargets([newer]);
  expect([await read(balancer.address), await read(balancer.address)]).toEqual(['newer', 'newer']);
});

test('lets a request end where it began', async () => {
  const held = Promise.withResolvers<http.ServerResponse>();
  const older = await startNamed('older', (_, response) => held.resolve(response));
  const balancer = await startTestBalancer();
  balancer.setTargets([older]);
  const answer = read(balancer.address);
  const response = await held.promise;
  balancer.setTargets([await startNamed('newer')]);
  response.end('from the older one');
  expect(await answer).toBe('from the older one');
});

test('forwards path, body, cookies, the public host and redirects unchanged', async () => {
  const target = await startNamed('one', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(303, { location: '/there', 'set-cookie': ['a=1', 'b=2'] });
      const { host, cookie } = request.headers;
      response.end(
        JSON.stringify([request.method, request.url, host, cookie, Buffer.concat(chunks).toString()]),
      );
    });
  });
  const balancer = await startTestBalancer();
  balancer.setTargets([target]);
  const answer = await fetch(`${balancer.address}/a?b=c`, {
    method: 'POST',
    body: 'words',
    headers: { cookie: 'x=y' },
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe('/there');
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await answer.json()).toEqual(['POST', '/a?b=c', new URL(balancer.address).host, 'x=y', 'words']);
});

test('tries another target where one refuses connections, and says 502 where none is left', async () => {
  const gone = `http://127.0.0.1:${await findFreePort('127.0.0.1')}`;
  const balancer = await startTestBalancer();
  expect((await fetch(balancer.address)).status).toBe(502);
  balancer.setTargets([gone, await startNamed('there')]);
  expect([await read(balancer.address), await read(balancer.address)]).toEqual(['there', 'there']);
});

test('never repeats a request that a target may have handled', async () => {
  let requests = 0;
  const target = await startNamed('breaking', (request) => {
    requests += 1;
    request.socket.destroy();
  });
  const balancer = await startTestBalancer();
  balancer.setTargets([target]);
  expect((await fetch(balancer.address)).status).toBe(502);
  expect(requests).toBe(1);
});
