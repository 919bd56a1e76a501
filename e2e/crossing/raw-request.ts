import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Sends exactly these bytes. Returns the status, or 0 where the connection ended without one. */
export async function sendRaw(
  address: string,
  path: string,
  head: string,
  write: (socket: Socket) => Promise<void> | void,
): Promise<number> {
  const { hostname, port, host } = new URL(address);
  const socket = connect(Number(port), hostname);
  const answered = Promise.withResolvers<number>();
  let text = '';
  const status = () => Number(text.slice(9, 12)) || 0;
  socket.on('data', (data) => {
    text += data.toString('latin1');
    if (text.includes('\r\n\r\n')) answered.resolve(status());
  });
  socket.on('error', () => undefined);
  socket.on('close', () => answered.resolve(status()));
  socket.write(`POST ${path} HTTP/1.1\r\nhost: ${host}\r\n${head}\r\n\r\n`);
  await write(socket);
  const response = await answered.promise;
  socket.destroy();
  return response;
}

/** Writes a body at once, except for its last bytes, which follow at one byte a second. */
export const sendSlowly = (body: string, last: number) => async (socket: Socket) => {
  socket.setNoDelay(true);
  socket.write(body.slice(0, -last));
  for (const byte of body.slice(-last)) {
    await pause(1_000);
    socket.write(byte);
  }
};

/** Writes the first bytes, then closes the connection. */
export const sendTruncated = (beginning: Uint8Array) => async (socket: Socket) => {
  socket.write(beginning);
  await pause(50);
  socket.destroy();
};
