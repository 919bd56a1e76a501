import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { databasePool, directConnection } from '#lib/database/pools.ts';
import { logger } from '#lib/platform/log.ts';
import { OutageLog } from '#lib/platform/outage-log.ts';
import { ListenProbe } from './listen-probe.ts';

/** LISTEN connections, one per process and channel, which reconnect after restarts of the database. */

const firstWaitMs = 250;
const longestWaitMs = 5_000;
const checkMs = 20_000;

/** A notification that only proves that the channel works. */
const testPayload = 'test';

export type ListenHandlers = {
  /** One message of the channel, in commit order. */
  readonly onMessage: (payload: string) => void;
  /** The connection was (re)established, or receives nothing: earlier changes may be lost. */
  readonly onConnect: () => void;
};

/**
 * Listens on a channel until `stop` is aborted, and reconnects when the connection breaks. Resolves after the last
 * connection is closed and never rejects.
 */
export async function listenOnChannel(
  channel: string,
  handlers: ListenHandlers,
  stop: AbortSignal,
): Promise<void> {
  const outage = new OutageLog();
  const onListening = () => {
    const ended = outage.succeed();
    if (ended !== null) logger().info({ channel, ...ended }, 'listening again');
  };
  for (let wait = firstWaitMs; !stop.aborted; wait = Math.min(wait * 2, longestWaitMs)) {
    try {
      await listenOnce(channel, handlers, stop, () => {
        wait = firstWaitMs / 2;
        onListening();
      });
    } catch (error) {
      if (stop.aborted) return;
      if (outage.fail('not listening'))
        logger().warn(
          { channel, reason: error instanceof Error ? error.message : 'unknown' },
          'not listening',
        );
    }
    await pause(wait, undefined, { signal: stop }).catch(() => undefined);
  }
}

function createHearingTest(channel: string, onMissed: () => void): ListenProbe {
  return new ListenProbe({
    send: async () => {
      await databasePool().query('SELECT pg_notify($1, $2)', [channel, testPayload]);
    },
    onDeaf: () =>
      logger().warn(
        { channel },
        'no notifications arrive, set DIRECT_URL to an address of the database without a transaction pooler',
      ),
    onMissed,
    onHearing: () => logger().info({ channel }, 'notifications arrive again'),
  });
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
  const hearing = createHearingTest(channel, handlers.onConnect);
  client.on('notification', ({ payload = '' }) => {
    // A stopped connection still receives while it opens or closes, and the next one receives the same.
    if (stop.aborted) return;
    hearing.hear();
    if (payload !== testPayload) handlers.onMessage(payload);
  });
  const end = () => broken.resolve();
  stop.addEventListener('abort', end, { once: true });
  // A half-open connection reports nothing, so it is checked regularly.
  const heartbeat = setInterval(() => client.query('SELECT 1').catch(broken.reject), checkMs);
  let hearingCheck: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    // Others may have begun to listen since, by a connection that is not there yet.
    if (stop.aborted) return;
    hearingCheck = setInterval(() => void hearing.check(), checkMs);
    onListening();
    handlers.onConnect();
    await broken.promise;
  } finally {
    clearInterval(heartbeat);
    clearInterval(hearingCheck);
    stop.removeEventListener('abort', end);
    // Messages and errors of the closing connection no longer matter.
    client
      .removeAllListeners('notification')
      .removeAllListeners('error')
      .on('error', () => undefined);
    broken.promise.catch(() => undefined);
    await Promise.race([client.end().catch(() => undefined), pause(1_000, undefined, { ref: false })]);
  }
}
