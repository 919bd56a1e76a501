import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { projectFolder } from '#scripts/settings.ts';
import { startSending } from './callback-sender.ts';
import type { RehearsalOptions } from './failover.ts';
import { startInstallation } from './installation.ts';
import type { DatabaseServer } from './postgres.ts';
import { startPrimary, startRestored } from './postgres.ts';
import { inWorkFolder, secondsUntil } from './work-folder.ts';

const execute = promisify(execFile);

type Arrival = { readonly at: number; readonly body: string };

/** A receiver on this machine. It keeps when each event arrived first, and its text. */
async function openReceiver(answer: (response: ServerResponse) => void) {
  const arrivals = new Map<string, Arrival>();
  const counts = { repeats: 0, changed: 0 };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      const body = Buffer.concat(parts).toString();
      const first = arrivals.get(id);
      if (first === undefined) arrivals.set(id, { at: Date.now(), body });
      else {
        counts.repeats += 1;
        if (first.body !== body) counts.changed += 1;
      }
      answer(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}/events`,
    arrivals,
    counts,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type StoredEvent = { readonly id: string; readonly at: number; readonly isDelivered: boolean };

async function listEvents(url: string, endpointId: string): Promise<readonly StoredEvent[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT event_id::text AS id, (extract(epoch FROM created_at) * 1000)::float8 AS at, state = 'delivered' AS delivered
         FROM event_delivery WHERE endpoint_id = $1::uuid`,
      [endpointId],
    );
    return rows.map((row) => ({
      id: String(row.id),
      at: Number(row.at),
      isDelivered: row.delivered === true,
    }));
  } finally {
    await client.end();
  }
}

/** Returns the 99th percentile of the milliseconds between the facts of a period and their arrival. */
function findDelay(
  events: readonly StoredEvent[],
  arrivals: ReadonlyMap<string, Arrival>,
  from: number,
  to: number,
): number {
  const delays = events
    .filter(({ at }) => at >= from && at < to)
    .map(({ id, at }) => (arrivals.get(id)?.at ?? Number.POSITIVE_INFINITY) - at)
    .toSorted((left, right) => left - right);
  return Math.round(delays[Math.floor(delays.length * 0.99)] ?? Number.POSITIVE_INFINITY);
}

/** A receiver that answers this late is slow. The limit is ten seconds. */
const slowMs = 5_000;
/** An event that a killed worker was sending is due again after a minute. */
const arrivalSeconds = 240;
const leastEvents = 10_000;

/** Starts the database again after a kill. Its last processes may still be ending. */
async function restart(start: () => Promise<DatabaseServer>): Promise<DatabaseServer> {
  for (let tries = 0; ; tries += 1)
    try {
      return await start();
    } catch (error) {
      if (tries === 5) throw error;
      await pause(1_000);
    }
}

/**
 * Delivers 10,000 events to a good endpoint, first alone, then beside one that answers after five seconds and one that never
 * answers. Then kills a worker, and the database, in between.
 */
export function rehearseEvents({ programs, report, seconds, rate }: RehearsalOptions): Promise<void> {
  return inWorkFolder(async (folder, onEnd) => {
    const database = path.join(folder, 'database');
    let server = await startPrimary(programs, database);
    onEnd(() => server.stop());
    const settings = { SANDBOX_BASE_URL: 'http://127.0.0.1:9', SERVICE_BASE_URL: 'http://127.0.0.1:9' };
    const place = await startInstallation({
      ...{ folder, url: server.url, directUrl: server.url, settings },
      ...{ webs: 0, intakes: 1, workers: 2 },
    });
    onEnd(place.end);
    const good = await openReceiver((response) => response.end());
    const slow = await openReceiver((response) => void setTimeout(() => response.end(), slowMs));
    const dead = await openReceiver(() => undefined);
    for (const { close } of [good, slow, dead]) onEnd(close);
    const add = async (...urls: readonly string[]): Promise<readonly string[]> => {
      const script = 'tools/rehearse/add-endpoints.ts';
      const { stdout } = await execute(
        process.execPath,
        ['--conditions=react-server', script, place.businessId, ...urls],
        { cwd: projectFolder, env: place.environment },
      );
      return stdout.trim().split('\n');
    };
    const [endpointId = ''] = await add(good.url);
    const sender = startSending(
      place.intakes.map(({ address }) => `${address}${place.callbackPath}`),
      rate,
    );
    // The first seconds fill caches.
    await pause(5_000);
    const alone = Date.now();
    await pause(seconds * 1_000);
    await add(slow.url, dead.url);
    const beside = Date.now();
    await pause(Math.max(seconds, 90) * 1_000);
    const faults = Date.now();
    place.workers[0]?.process.kill('SIGKILL');
    await pause(seconds * 1_000);
    await server.kill();
    await pause(3_000);
    server = await restart(() => startRestored(programs, database, { port: server.port }));
    const needed = leastEvents / 2;
    await secondsUntil(() => sender.acknowledged.length >= needed, 600);
    const { unacknowledged } = await sender.end(60_000);
    report.promise('Every callback is acknowledged', unacknowledged === 0, `${sender.acknowledged.length}`);
    const seconds99 = await secondsUntil(async () => {
      const stored = await listEvents(server.url, endpointId);
      return stored.length >= 2 * sender.acknowledged.length && stored.every((one) => one.isDelivered);
    }, arrivalSeconds);
    const events = await listEvents(server.url, endpointId);
    const lost = events.filter(({ id }) => !good.arrivals.has(id)).length;
    report.promise(
      `At least ${leastEvents} events arrive, also after kill -9 of a worker and of the database`,
      events.length >= leastEvents && seconds99 !== null && lost === 0,
      `${events.length} events, ${lost} lost, ${good.counts.repeats} repeats`,
    );
    report.promise(
      'A repeat has the same ID and text, and no event is unknown here',
      good.counts.changed === 0 && good.arrivals.size === events.length,
      `${good.arrivals.size} IDs`,
    );
    const [before, after] = [
      findDelay(events, good.arrivals, alone, beside),
      findDelay(events, good.arrivals, beside, faults - 15_000),
    ];
    report.promise(
      'A slow and a dead endpoint delay no other',
      after <= Math.max(2 * before, 1_000),
      `99 % within ${before} ms alone, ${after} ms beside them`,
    );
    report.note(
      `the slow endpoint got ${slow.arrivals.size} events, the dead one ${dead.arrivals.size} attempts`,
    );
    report.promise('No other part ended', place.ended().length === 1, place.ended().join(', '));
  });
}
