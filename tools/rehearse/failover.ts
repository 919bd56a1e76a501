import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '#scripts/database/ports.ts';
import { longestGapMs, startSending } from './callback-sender.ts';
import { startForwarder } from './forwarder.ts';
import { startInstallation } from './installation.ts';
import type { DatabaseServer, ServerPrograms } from './postgres.ts';
import { promote, startPrimary, startStandby, toAddress } from './postgres.ts';
import type { Report } from './report.ts';
import { signInOwner } from './sign-in.ts';
import { fetchStatus, inWorkFolder, readModelSeconds, secondsUntil, waitForMissing } from './work-folder.ts';

export type RehearsalOptions = {
  readonly programs: ServerPrograms;
  readonly report: Report;
  /** Duration of the load before and after the fault. */
  readonly seconds: number;
  /** Callbacks per second. */
  readonly rate: number;
  /** Seconds for which a worker is frozen. */
  readonly frozen: number;
};

/** The goal of the longest time without an acknowledged callback, where a standby is promoted. */
const longestGapSeconds = 15;

/** A cluster manager needs some seconds to notice that its primary is gone. */
const noticeMs = 2_000;

/** Counts the statements about deposits in the log of a server. */
const countReads = ({ folder }: DatabaseServer): number =>
  fs
    .readFileSync(`${folder}.log`, 'utf8')
    .split('\n')
    .filter((line) => /FROM deposit\b/.test(line)).length;

/** Kills the primary under callbacks, and promotes its synchronous standby, which exports have read until then. */
export function rehearseFailover({ programs, report, seconds, rate }: RehearsalOptions): Promise<void> {
  return inWorkFolder(async (folder, onEnd) => {
    const primary = await startPrimary(programs, path.join(folder, 'primary'));
    onEnd(primary.stop);
    const forwarder = await startForwarder(primary.port);
    onEnd(forwarder.close);
    const url = toAddress(forwarder.port);
    const standbyPort = await findFreePort('127.0.0.1');
    const place = await startInstallation({
      folder,
      url,
      directUrl: url,
      webs: 2,
      intakes: 2,
      workers: 2,
      settings: { READ_DATABASE_URL: toAddress(standbyPort) },
    });
    onEnd(place.end);
    const web = place.webs[0]?.address ?? '';
    const cookie = await signInOwner(web);
    const download = `${web}/api/businesses/${place.businessId}/deposits/export`;
    const early = await fetchStatus(download, cookie);
    report.promise('Without its standby, an export reads the primary', early === 200, String(early));
    const standby = await startStandby(programs, primary, path.join(folder, 'standby'), {
      port: standbyPort,
      settings: ['log_statement=all'],
    });
    onEnd(standby.stop);
    const page = `${web}/${place.businessId}/deposits`;
    report.promise('A page answers before the failover', (await fetchStatus(page, cookie)) === 200);

    const doors = [...place.intakes, ...place.webs].map(({ address }) => `${address}${place.callbackPath}`);
    const sender = startSending(doors, rate);
    await pause(seconds * 1_000);
    // Read to its end: a cancelled download may not have read anything.
    const answer = await fetch(download, { headers: { cookie } });
    await answer.text();
    const exported = answer.status;
    const reads = countReads(standby);
    report.promise(
      'An export reads the standby',
      exported === 200 && reads > 0,
      `${reads} of its statements`,
    );
    const before = sender.acknowledged.length;
    await primary.kill();
    const killedAt = performance.now();
    await pause(noticeMs);
    const during = await fetchStatus(page, cookie);
    await promote(standby);
    forwarder.pointTo(standby.port);
    report.note(`promoted ${((performance.now() - killedAt) / 1_000).toFixed(1)} s after the kill`);
    const pageBack = await secondsUntil(async () => (await fetchStatus(page, cookie)) === 200, 30);
    const after = await fetchStatus(download, cookie);
    report.promise('An export reads the promoted standby', after === 200, String(after));
    await pause(seconds * 1_000);
    const { unacknowledged } = await sender.end(20_000);

    const { acknowledged } = sender;
    const { lost, unread } = await waitForMissing(
      standby.url,
      acknowledged.map(({ depositId }) => depositId),
      readModelSeconds,
    );
    const gap = longestGapMs(acknowledged) / 1_000;
    report.note(`${before} callbacks acknowledged before the kill, ${acknowledged.length} in all`);
    report.promise('No acknowledged callback is lost', lost === 0 && before > 0, `${lost} lost`);
    report.promise('Every callback is in the read model', unread === 0, `${unread} missing`);
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
    report.promise(
      'Callback doors answer within 2 s while the database is away',
      sender.slowestMs() <= 2_500,
      `${(sender.slowestMs() / 1_000).toFixed(1)} s at most`,
    );
    report.promise('A page says 503 while the database is away', during === 503, String(during));
    report.promise('Pages come back by themselves', pageBack !== null, `${pageBack} s after the promotion`);
    report.promise(
      'Nothing was restarted',
      place.ended().length === 0,
      place.ended().join(', ') || 'all run',
    );
    for (const { name, address } of [...place.webs, ...place.intakes]) {
      const ready = await fetchStatus(`${address}/api/ready`);
      report.promise(`${name} is ready`, ready === 200, String(ready));
    }
  });
}
