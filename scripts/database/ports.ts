import { randomInt } from 'node:crypto';
import net from 'node:net';

/** Returns true if a program can listen on this port now. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** Below the range that systems assign, which begins at 32,768 on Linux. */
const assignable = { from: 20_000, to: 32_000 };

/**
 * Returns a free port that stays free while a program restarts. It is outside the range from which systems assign ports
 * to programs that ask for no particular one.
 */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(assignable.from, assignable.to);
    if (await isPortFree(port, host)) return port;
  }
  throw new Error('no free port');
}
