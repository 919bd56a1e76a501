import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Waits until a program listens on this port of this machine. Throws an error after the given seconds. */
export async function waitForPort(port: number, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await pause(50))
    if (await isListening(port)) return;
  throw new Error(`nothing listens on port ${port}`);
}
