import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { longestGapMs, startSending } from './callback-sender.ts';
import { promiseWholeData } from './check-data.ts';
import type { RehearsalOptions } from './failover.ts';
import { startInstallation } from './installation.ts';
import { copyOlderVersion } from './older-version.ts';
import { startPrimary } from './postgres.ts';
import { fetchStatus, inWorkFolder, secondsUntil } from './work-folder.ts';

/** Callbacks wait for locks of migrations. Starting a server of the new version also takes processor time. */
const longestGapSeconds = 5;

/**
 * Updates an installation under callbacks. An older intake and worker run on their schema, then the schema is migrated.
 * An intake and a worker of this version run beside the older ones until those end. The web app isn't part of it,
 * because the older one would have to be built first.
 */
export function rehearseTwoVersions({
  programs,
  report,
  seconds,
  rate,
  from,
}: RehearsalOptions): Promise<void> {
  return inWorkFolder(async (folder, onEnd) => {
    const older = await copyOlderVersion(path.join(folder, 'older'), from);
    report.note(`${older.commit} is updated to this version, by ${older.missingMigrations} migrations`);
    const server = await startPrimary(programs, path.join(folder, 'database'));
    onEnd(server.stop);
    const parts = { folder, url: server.url, directUrl: server.url, webs: 0, intakes: 1, workers: 1 };
    const before = await startInstallation({ ...parts, source: older.folder });
    onEnd(before.end);
    const addresses = before.intakes.map(({ address }) => address ?? '');
    const doors = addresses.map((address) => `${address}${before.callbackPath}`);
    const sender = startSending(doors, rate);
    await pause(seconds * 1_000);
    const acknowledgedBefore = sender.acknowledged.length;
    report.promise(
      'The older version acknowledges callbacks',
      acknowledgedBefore > 0,
      `${acknowledgedBefore}`,
    );

    const after = await startInstallation(parts);
    onEnd(after.end);
    addresses.push(...after.intakes.map(({ address }) => address ?? ''));
    doors.push(...after.intakes.map(({ address }) => `${address}${after.callbackPath}`));
    await pause(seconds * 1_000);
    const [olderReady = 0, newerReady = 0] = await Promise.all(
      addresses.map((address) => fetchStatus(`${address}/api/ready`)),
    );
    report.note(
      olderReady === 200
        ? 'the older version works with the new schema'
        : `the new schema refuses the older version: its readiness is ${olderReady}`,
    );
    report.promise('This version is ready beside the older one', newerReady === 200, String(newerReady));

    for (const part of [...before.intakes, ...before.workers]) part.process.kill('SIGTERM');
    const over = await secondsUntil(() => before.ended().length === 2, 40);
    report.promise('The older version ends by itself', over !== null, `${over} s after SIGTERM`);
    await pause(seconds * 1_000);
    const { unacknowledged } = await sender.end(20_000);
    const gap = longestGapMs(sender.acknowledged) / 1_000;
    report.note(`${sender.acknowledged.length} callbacks acknowledged, ${sender.refused()} sent again`);
    report.promise(
      'Every callback is acknowledged in the end',
      unacknowledged === 0,
      `${unacknowledged} left`,
    );
    report.promise(
      `No gap is longer than ${longestGapSeconds} s`,
      gap <= longestGapSeconds,
      `${gap.toFixed(1)} s`,
    );
    await promiseWholeData(report, after, server.url, sender.acknowledged);
    report.promise(
      'This version was not restarted',
      after.ended().length === 0,
      after.ended().join(', ') || 'all run',
    );
  });
}
