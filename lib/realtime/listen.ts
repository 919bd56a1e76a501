import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { directConnection } from '#lib/database/pools.ts';
import { logger } from '#lib/platform/log.ts';

/** LISTEN connections, one per process and channel, which reconnect after restarts of the database. */

const firstWaitMs = 250;
const longestWaitMs = 5_000;

export type ListenHandlers = {
  /** One message of the channel, in commit order. */
  readonly onMessage: (payload: string) => void;
  /** The connection was (re)established: earlier changes may be lost. */
  readonly onConnect: () => void;
};

/**
 * Listens on a channel until `stop` is aborted, and reconnects when the connection breaks. Resolves after the last
 * connection is closed and never rejects.
 */
export async function listen(channel: string, handlers: ListenHandlers, stop: AbortSignal): Promise<void> {
  for (let wait = firstWaitMs; !stop.aborted; wait = Math.min(wait * 2, longestWaitMs)) {
    try {
      await listenOnce(channel, handlers, stop, () => {
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
  handlers: ListenHandlers,
  stop: AbortSignal,
  onListening: () => void,
): Promise<void> {
  const client = directConnection();
  const broken = Promise.withResolvers<void>();
  client.on('error', broken.reject);
  client.on('end', () => broken.resolve());
  client.on('notification', ({ payload }) => handlers.onMessage(payload ?? ''));
  const end = () => broken.resolve();
  stop.addEventListener('abort', end, { once: true });
  // A half-open connection reports nothing, so it is checked regularly.
  const heartbeat = setInterval(() => client.query('SELECT 1').catch(broken.reject), 20_000);
  try {
    await client.connect();
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    onListening();
    handlers.onConnect();
    await broken.promise;
  } finally {
    clearInterval(heartbeat);
    stop.removeEventListener('abort', end);
    // Errors of the closing connection no longer matter.
    client.removeAllListeners('error').on('error', () => undefined);
    broken.promise.catch(() => undefined);
    await Promise.race([client.end().catch(() => undefined), pause(1_000, undefined, { ref: false })]);
  }
}
