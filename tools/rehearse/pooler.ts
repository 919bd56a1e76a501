import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { longestGapMs, startSending } from './callback-sender.ts';
import type { RehearsalOptions } from './failover.ts';
import { startInstallation } from './installation.ts';
import { openLiveUpdates } from './live-updates.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { startPrimary } from './postgres.ts';
import { signInOwner } from './sign-in.ts';
import { fetchStatus, inWorkFolder, readModelSeconds, secondsUntil, waitForMissing } from './work-folder.ts';

/** A LISTEN that hears nothing must be reported within this time. */
const warningSeconds = 60;

const deafWarning = 'no notifications arrive';

async function countSessionsOutsideUtc(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT count(*)::int AS wrong FROM session WHERE created_at NOT BETWEEN now() - interval '10 minutes' AND now()`,
    );
    return Number(rows[0]?.wrong);
  } finally {
    await client.end();
  }
}

/** Runs the product through PgBouncer in transaction mode, over a server that isn't in UTC. */
export function rehearsePooler({ programs, report, seconds, rate }: RehearsalOptions): Promise<void> {
  return inWorkFolder(async (folder, onEnd) => {
    const server = await startPrimary(programs, path.join(folder, 'database'));
    onEnd(server.stop);
    fs.appendFileSync(path.join(server.folder, 'postgresql.conf'), `\ntimezone = 'Europe/Berlin'\n`);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query('SELECT pg_reload_conf()');
    await client.end();
    const pooler = await startPgBouncer(folder, server.port);
    onEnd(pooler.stop);
    const common = { folder, url: pooler.url, directUrl: server.url } as const;
    const place = await startInstallation({ ...common, webs: 1, intakes: 1, workers: 1 });
    onEnd(place.end);
    const web = place.webs[0]?.address ?? '';
    const cookie = await signInOwner(web);
    report.promise('A person signs in', cookie.includes('session-token'));
    for (const list of ['overview', 'payments', 'deposits', 'callbacks', 'connection'])
      report.promise(
        `The page ${list} answers`,
        (await fetchStatus(`${web}/${place.businessId}/${list}`, cookie)) === 200,
      );
    const live = await openLiveUpdates(web, place.businessId, cookie);
    onEnd(async () => live.end());
    const doors = [...place.intakes, ...place.webs].map(({ address }) => `${address}${place.callbackPath}`);
    const sender = startSending(doors, rate);
    const delay = await secondsUntil(() => live.hasHeard('deposit'), 20);
    report.promise('An open page hears of callbacks', delay !== null, `${delay} s after the first`);
    await pause(seconds * 1_000);
    const { unacknowledged } = await sender.end(10_000);
    const { lost, unread } = await waitForMissing(
      server.url,
      sender.acknowledged.map(({ depositId }) => depositId),
      readModelSeconds,
    );
    report.note(
      `${sender.acknowledged.length} callbacks acknowledged, longest gap ${longestGapMs(sender.acknowledged)} ms`,
    );
    report.promise('No acknowledged callback is lost', lost === 0 && unacknowledged === 0, `${lost} lost`);
    report.promise('Every callback is in the read model', unread === 0, `${unread} missing`);
    report.promise('No callback is refused', sender.refused() === 0, `${sender.refused()} refused`);
    const wrong = await countSessionsOutsideUtc(server.url);
    report.promise('Times are stored in UTC', wrong === 0, `${wrong} sessions with another time`);
    const exported = await fetchStatus(`${web}/api/businesses/${place.businessId}/deposits/export`, cookie);
    report.promise('An export answers', exported === 200, String(exported));
    await place.end();

    const deaf = await startInstallation({
      ...common,
      folder: fs.mkdtempSync(path.join(folder, 'deaf-')),
      listenThroughUrl: true,
      webs: 1,
      intakes: 0,
      workers: 0,
    });
    onEnd(deaf.end);
    const log = deaf.webs[0]?.log ?? '';
    // The listener starts with the first open page.
    const address = deaf.webs[0]?.address ?? '';
    const stream = await openLiveUpdates(address, deaf.businessId, await signInOwner(address));
    onEnd(async () => stream.end());
    const warned = await secondsUntil(
      () => fs.readFileSync(log, 'utf8').includes(deafWarning),
      warningSeconds,
    );
    report.promise(
      `A LISTEN through the pooler is reported within ${warningSeconds} s`,
      warned !== null,
      warned === null ? 'no warning' : `${warned} s`,
    );
  });
}
