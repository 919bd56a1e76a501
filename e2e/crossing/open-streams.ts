import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { connectWithRetry } from '#scripts/database/connect.ts';

type Client = Awaited<ReturnType<typeof connectWithRetry>>;

/** A response in progress. `closed` resolves with the time of its last byte, in milliseconds. */
type OpenStream = {
  readonly name: string;
  readonly pace: Pace;
  readonly hasStarted: Promise<void>;
  readonly closed: Promise<number>;
  readonly bytes: () => number;
  readonly resume: () => void;
};

/**
 * How a client reads. `steadily`: a little every 50 ms, as over a slow line. `stalled`: nothing after the first
 * bytes until it resumes.
 */
type Pace = 'at once' | 'steadily' | 'stalled';

/** Sends a GET request over its own socket and reads the response at this pace. */
export function openStream(name: string, url: string, cookie: string, pace: Pace): OpenStream {
  const { hostname, port, host, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const begun = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<number>();
  let bytes = 0;
  let lastByteAt = performance.now();
  let isStalled = pace === 'stalled';
  const slowly = pace === 'steadily' ? setInterval(() => socket.resume(), 50) : undefined;
  socket.on('data', (data) => {
    bytes += data.length;
    lastByteAt = performance.now();
    if (bytes > 1_000 || pace === 'at once') begun.resolve();
    if (isStalled && bytes > 1_000) socket.pause();
    if (pace === 'steadily') socket.pause();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(slowly);
    closed.resolve(lastByteAt);
  });
  socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\nconnection: close\r\n\r\n`);
  return {
    name,
    pace,
    hasStarted: begun.promise,
    closed: closed.promise,
    bytes: () => bytes,
    resume: () => {
      isStalled = false;
      socket.resume();
    },
  };
}

/** A stalled reader resumes this long after the other streams have ended. */
const stallMs = 500;

/**
 * Returns the time of each stream's last byte and its number of bytes. Stalled readers resume after the others have
 * ended, so that bytes which a server would still send are counted.
 */
export async function lastBytes(
  streams: readonly OpenStream[],
): Promise<{ readonly name: string; readonly at: number; readonly bytes: number }[]> {
  await Promise.all(streams.filter(({ pace }) => pace !== 'stalled').map(({ closed }) => closed));
  await pause(stallMs);
  for (const { resume } of streams) resume();
  return Promise.all(
    streams.map(async ({ name, closed, bytes }) => ({ name, at: await closed, bytes: bytes() })),
  );
}

const partBytes = 1_000_000;

/** Creates a finished export file of this size for this person. Returns its id. */
export async function makeExportFile(
  client: Client,
  scope: { business: string; person: string; parts: number },
): Promise<string> {
  const { business, person, parts } = scope;
  const file = randomUUID();
  await client.query(
    `INSERT INTO export_file (business_id, file_id, person_id, list, format, query, with_risk, time_zone, file_name,
                              state, total, is_more, parts, bytes, asked_at, ended_at, expires_at)
     VALUES ($1, $2, $3, 'payments', 'csv', '', false, 'UTC', 'payments.csv.zip', 'done', 0, false, $4::int,
             $4::bigint * ${partBytes}, now(), now(), now() + interval '1 day')`,
    [business, file, person, parts],
  );
  await client.query(
    `INSERT INTO export_part (business_id, file_id, number, body)
     SELECT $1::uuid, $2::uuid, number, convert_to(repeat('x', ${partBytes}), 'UTF8')
       FROM generate_series(0, $3::int - 1) AS number`,
    [business, file, parts],
  );
  return file;
}
