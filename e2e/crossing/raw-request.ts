import type { Socket } from 'node:net';
import { connect } from 'node:net';

/** Sends a request as exactly these bytes, and answers its status; 0 where the connection ended without one. */
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
  const told = await answered.promise;
  socket.destroy();
  return told;
}
