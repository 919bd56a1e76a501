import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSending } from './callback-sender.ts';
import type { RehearsalOptions } from './failover.ts';
import { startInstallation } from './installation.ts';
import { openLiveUpdates } from './live-updates.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { startPrimary } from './postgres.ts';
import { signInOwner } from './sign-in.ts';
import { fetchStatus, inWorkFolder, readModelSeconds, secondsUntil, waitForMissing } from './work-folder.ts';

/** Uses two web apps, two intakes and two workers in turn, and ends one of each. */
export function rehearseTwoOfEach({ programs, report, seconds, rate }: RehearsalOptions): Promise<void> {
  return inWorkFolder(async (folder, onEnd) => {
    const server = await startPrimary(programs, path.join(folder, 'database'));
    onEnd(server.stop);
    const pooler = await startPgBouncer(folder, server.port);
    onEnd(pooler.stop);
    const place = await startInstallation({
      folder,
      url: pooler.url,
      directUrl: server.url,
      webs: 2,
      intakes: 2,
      workers: 2,
    });
    onEnd(place.end);
    const [first = '', second = ''] = place.webs.map(({ address }) => address);
    const cookie = await signInOwner(first);
    const pages = ['overview', 'payments', 'deposits', 'settings'];
    for (const address of [first, second])
      for (const page of pages) {
        const status = await fetchStatus(`${address}/${place.businessId}/${page}`, cookie);
        report.promise(
          `${page} answers at ${address === first ? 'web 1' : 'web 2'}`,
          status === 200,
          String(status),
        );
      }

    const streams = await Promise.all(
      [first, second].map((address) => openLiveUpdates(address, place.businessId, cookie)),
    );
    onEnd(async () => {
      for (const stream of streams) stream.end();
    });
    const doors = place.intakes.map(({ address }) => `${address}${place.callbackPath}`);
    const sender = startSending(doors, rate);
    for (const [index, stream] of streams.entries()) {
      const delay = await secondsUntil(() => stream.hasHeard('deposit'), 20);
      report.promise(`A page at web ${index + 1} hears of callbacks`, delay !== null, `${delay} s`);
    }
    await pause(seconds * 1_000);

    // The other instances carry on while one of each is ended as a deployment ends it.
    const leaving = [place.webs[0], place.intakes[0], place.workers[0]];
    for (const part of leaving) part?.process.kill('SIGTERM');
    const over = await secondsUntil(() => place.ended().length === leaving.length, 40);
    report.promise('One of each ends by itself', over !== null, `${over} s after SIGTERM`);
    await pause(seconds * 1_000);
    const { unacknowledged } = await sender.end(10_000);
    const ids = sender.acknowledged.map(({ depositId }) => depositId);
    const { lost, unread } = await waitForMissing(server.url, ids, readModelSeconds);
    report.note(`${ids.length} callbacks acknowledged, ${sender.refused()} sent again`);
    report.promise(
      'No callback is lost when one of each ends',
      lost + unread === 0 && unacknowledged === 0,
      `${lost} lost, ${unread} not in the read model, ${unacknowledged} not acknowledged`,
    );
    const page = await fetchStatus(`${second}/${place.businessId}/deposits`, cookie);
    report.promise('The session continues at web 2', page === 200, String(page));
    const file = await fetch(`${second}/api/businesses/${place.businessId}/deposits/export`, {
      headers: { cookie },
    });
    const rows = (await file.text()).split('\n').filter((line) => line !== '').length - 1;
    report.promise(
      'An export at web 2 holds all deposits',
      rows === ids.length,
      `${rows} rows for ${ids.length} deposits`,
    );
  });
}
