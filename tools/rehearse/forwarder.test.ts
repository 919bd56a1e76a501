import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { startForwarder } from './forwarder.ts';

async function startNamedServer(name: string) {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(name);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, close: () => server.close() };
}

async function readName(port: number) {
  const socket = net.connect(port, '127.0.0.1');
  const [data] = await once(socket, 'data');
  return { name: String(data), socket };
}

test('ends open connections and sends new ones to the new target', async () => {
  const [first, second] = [await startNamedServer('first'), await startNamedServer('second')];
  const forwarder = await startForwarder(first.port);
  const before = await readName(forwarder.port);
  expect(before.name).toBe('first');
  const closed = once(before.socket, 'close');
  forwarder.pointTo(second.port);
  await closed;
  const after = await readName(forwarder.port);
  expect(after.name).toBe('second');
  after.socket.destroy();
  await forwarder.close();
  first.close();
  second.close();
});
