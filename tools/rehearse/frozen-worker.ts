import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startSending } from './callback-sender.ts';
import { verifyCompleteData } from './check-data.ts';
import type { RehearsalOptions } from './failover.ts';
import { startInstallation } from './installation.ts';
import { startPrimary } from './postgres.ts';
import { inWorkFolder, secondsUntil } from './work-folder.ts';

/** Sessions that wait inside a transaction end after a minute. The rest is a margin. */
const longestIdleSeconds = 70;

/** An installation starts without waiting for its workers. */
const startSeconds = 120;

type Observed = {
  /** Workers that have reported. */
  readonly workers: number;
  /** Jobs that ran after the moment. */
  readonly recent: readonly string[];
  /** Jobs that should have run and did not. */
  readonly missing: readonly string[];
  /** Seconds since the last report of the most silent worker. */
  readonly silentSeconds: number;
  /** Sessions that hold a transaction open for too long. */
  readonly idle: number;
};

async function observe(url: string, since: Date): Promise<Observed> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const jobs = await client.query(
      `SELECT job, ended_at > $1 AS is_recent FROM job_run WHERE every_seconds <= 60 ORDER BY job`,
      [since],
    );
    const state = await client.query(
      `SELECT (SELECT count(*) FROM part_heartbeat WHERE part = 'worker')::int AS workers,
              (SELECT max(extract(epoch FROM clock_timestamp() - seen_at)) FROM part_heartbeat
                WHERE part = 'worker')::float8 AS silent,
              (SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'
                AND state_change < clock_timestamp() - make_interval(secs => $1))::int AS idle`,
      [longestIdleSeconds],
    );
    const list = (isRecent: boolean) =>
      jobs.rows.filter((row) => row.is_recent === isRecent).map((row) => String(row.job));
    return {
      workers: Number(state.rows[0]?.workers),
      recent: list(true),
      missing: list(false),
      silentSeconds: Number(state.rows[0]?.silent),
      idle: Number(state.rows[0]?.idle),
    };
  } finally {
    await client.end();
  }
}

/**
 * Freezes one of two workers with SIGSTOP under callbacks, long enough for its alarm and for the end of its
 * transactions, and lets it continue. To the other parts an hour looks the same.
 */
export function rehearseFrozenWorker({
  programs,
  report,
  seconds,
  rate,
  frozen,
}: RehearsalOptions): Promise<void> {
  return inWorkFolder(async (folder, onEnd) => {
    const server = await startPrimary(programs, path.join(folder, 'database'));
    onEnd(server.stop);
    const place = await startInstallation({
      folder,
      url: server.url,
      directUrl: server.url,
      webs: 0,
      intakes: 1,
      workers: 2,
    });
    onEnd(place.end);
    const doors = place.intakes.map(({ address }) => `${address}${place.callbackPath}`);
    const sender = startSending(doors, rate);
    const reported = await secondsUntil(
      async () => (await observe(server.url, new Date())).workers === place.workers.length,
      startSeconds,
    );
    report.promise('Both workers report', reported !== null, `${reported} s`);
    await pause(seconds * 1_000);

    const [first] = place.workers;
    if (first === undefined) throw new Error('no worker runs');
    // Otherwise a stopped process would never handle the SIGTERM at the end.
    onEnd(async () => void first.process.kill('SIGCONT'));
    first.process.kill('SIGSTOP');
    const frozenAt = new Date();
    await pause(frozen * 1_000);
    const during = await observe(server.url, frozenAt);
    report.promise(
      'The other worker runs every job',
      during.missing.length === 0 && during.recent.length > 0,
      during.missing.join(', ') || `${during.recent.length} jobs`,
    );
    report.promise(
      'The frozen worker is reported as silent',
      during.silentSeconds >= Math.min(frozen - 20, 60),
      `for ${Math.round(during.silentSeconds)} s`,
    );
    report.promise(
      'The frozen worker holds no transaction open',
      during.idle === 0,
      `${during.idle} sessions longer than ${longestIdleSeconds} s`,
    );

    first.process.kill('SIGCONT');
    const back = await secondsUntil(async () => (await observe(server.url, frozenAt)).silentSeconds < 20, 60);
    report.promise('It reports again after SIGCONT', back !== null, `${back} s`);
    await pause(seconds * 1_000);
    const { unacknowledged } = await sender.end(20_000);
    report.note(`${sender.acknowledged.length} callbacks acknowledged, ${sender.refused()} sent again`);
    report.promise(
      'Every callback is acknowledged in the end',
      unacknowledged === 0,
      `${unacknowledged} left`,
    );
    await verifyCompleteData(report, place, server.url, sender.acknowledged);
    report.promise(
      'Nothing was restarted',
      place.ended().length === 0,
      place.ended().join(', ') || 'all run',
    );
  });
}
