import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { directConnection } from '#lib/database/pools.ts';
import { logger } from '#lib/platform/log.ts';

/** Connections that LISTEN, one a process and channel, kept open through restarts of the database. */

const firstWaitMs = 250;
const longestWaitMs = 5_000;

export type Hearing = {
  /** One message of the channel, in the order of the commits. */
  readonly heard: (payload: string) => void;
  /** The connection stands (again): what was announced while it was down is lost. */
  readonly connected: () => void;
};

/**
 * Listens on a channel until `stop` is aborted; connects again whenever the connection breaks. Resolves after
 * the last connection is closed and never rejects.
 */
export async function listen(channel: string, hearing: Hearing, stop: AbortSignal): Promise<void> {
  for (let wait = firstWaitMs; !stop.aborted; wait = Math.min(wait * 2, longestWaitMs)) {
    try {
      await listenOnce(channel, hearing, stop, () => {
        wait = firstWaitMs / 2;
      });
    } catch (error) {
      if (stop.aborted) return;
      logger().warn({ channel, reason: error instanceof Error ? error.message : 'unknown' }, 'not listening');
    }
    await pause(wait, undefined, { signal: stop }).catch(() => undefined);
  }
}

async function listenOnce(
  channel: string,
  hearing: Hearing,
  stop: AbortSignal,
  stands: () => void,
): Promise<void> {
  const client = directConnection();
  const broken = Promise.withResolvers<void>();
  client.on('error', broken.reject);
  client.on('end', () => broken.resolve());
  client.on('notification', ({ payload }) => hearing.heard(payload ?? ''));
  const end = () => broken.resolve();
  stop.addEventListener('abort', end, { once: true });
  // A half-open connection says nothing: asking it now and then finds out.
  const heartbeat = setInterval(() => client.query('SELECT 1').catch(broken.reject), 20_000);
  try {
    await client.connect();
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    stands();
    hearing.connected();
    await broken.promise;
  } finally {
    clearInterval(heartbeat);
    stop.removeEventListener('abort', end);
    // Nothing more is wanted of it, least of all its error.
    client.removeAllListeners('error').on('error', () => undefined);
    broken.promise.catch(() => undefined);
    await Promise.race([client.end().catch(() => undefined), pause(1_000, undefined, { ref: false })]);
  }
}
