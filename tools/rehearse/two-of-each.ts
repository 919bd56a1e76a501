import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startBenchSandbox } from '../bench/batch-sandbox.ts';
import { benchEnvironment } from '../bench/filled-database.ts';
import { startSending } from './callback-sender.ts';
import type { RehearsalOptions } from './failover.ts';
import type { Part } from './installation.ts';
import { startInstallation } from './installation.ts';
import { openLiveUpdates } from './live-updates.ts';
import { writePaymentFile } from './payment-file.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { startPrimary } from './postgres.ts';
import { signInOwner } from './sign-in.ts';
import { readBatchAt, uploadInTurns } from './upload.ts';
import { fetchStatus, inWorkFolder, readModelSeconds, secondsUntil, waitForMissing } from './work-folder.ts';

/** Two rows a second are sent, so that the rows outlast the end of a worker. */
const fileRows = 60;

const metricsToken = 'a-token-for-the-metrics-of-the-rehearsal';

/** Counts the rows of payment files that a worker has sent since its start. */
async function countSentRows({ address }: Part): Promise<number> {
  const response = await fetch(`${address}/api/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const counts = (await response.text()).matchAll(/^countinghouse_payment_batch_rows_total\{[^}]*\} (\d+)/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Waits for a worker that has sent rows. Returns it and the number of rows. */
async function findSender(
  workers: readonly Part[],
): Promise<{ readonly sender: Part; readonly rows: number }> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    for (const sender of workers) {
      const rows = await countSentRows(sender);
      if (rows > 0) return { sender, rows };
    }
    await pause(200);
  }
  throw new Error('no worker sends the rows of the file');
}

/** Uses two web apps, two intakes and two workers in turn, and ends one of each. */
export function rehearseTwoOfEach({ programs, report, seconds, rate }: RehearsalOptions): Promise<void> {
  return inWorkFolder(async (folder, onEnd) => {
    const server = await startPrimary(programs, path.join(folder, 'database'));
    onEnd(server.stop);
    const pooler = await startPgBouncer(folder, server.port);
    onEnd(pooler.stop);
    const sandbox = await startBenchSandbox(folder, benchEnvironment(server.url, folder));
    onEnd(sandbox.end);
    const place = await startInstallation({
      folder,
      url: pooler.url,
      directUrl: server.url,
      webs: 2,
      intakes: 2,
      workers: 2,
      settings: {
        BUSINESS_IDS: sandbox.businessId,
        SERVICE_BASE_URL: sandbox.address,
        METRICS_TOKEN: metricsToken,
        SERVICE_CREATES_PER_SECOND: '2',
      },
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

    const seat = { first, second, businessId: place.businessId, cookie };
    const file = writePaymentFile(fileRows, `file-${randomUUID()}`);
    const upload = await uploadInTurns(seat, file, 'rehearsal');
    report.promise(
      'A file uploads in chunks to both web apps in turn',
      upload.statuses.every((status) => status === 200) &&
        upload.listed.length === file.chunks.length - 1 &&
        upload.rowsWithErrors === 0,
      `${file.chunks.length} chunks, answers ${upload.statuses.join(' ')}, ${upload.rowsWithErrors} rows with errors`,
    );
    const { sender: sendingWorker, rows: sentBefore } = await findSender(place.workers);
    report.note(`${sendingWorker.name} sends the rows: ${sentBefore} of ${fileRows} before it is ended`);

    // The other instances carry on while one of each is ended as a deployment ends it.
    const leaving = [place.webs[0], place.intakes[0], sendingWorker];
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
    const isSent = async () => {
      const { state, counts } = await readBatchAt(second, seat, upload.batchId);
      return state === 'done' && counts.done === fileRows;
    };
    const sentIn = await secondsUntil(isSent, 120);
    const { state, counts } = await readBatchAt(second, seat, upload.batchId);
    const staying = place.workers.filter((worker) => worker !== sendingWorker);
    const sentAfter = await countSentRows(staying[0] ?? sendingWorker);
    report.promise(
      'The other worker sends the remaining rows',
      sentIn !== null && sentAfter > 0,
      `${sentAfter} rows, the file is ${state}: ${JSON.stringify(counts)}`,
    );
    const created = (await sandbox.listPayments()).map(({ clientPaymentId }) => clientPaymentId);
    report.promise(
      'The service has one payment for each row of the file',
      created.toSorted().join() === file.ids.toSorted().join(),
      `${created.length} payments with ${new Set(created).size} IDs for ${fileRows} rows`,
    );
    const page = await fetchStatus(`${second}/${place.businessId}/deposits`, cookie);
    report.promise('The session continues at web 2', page === 200, String(page));
    const download = await fetch(`${second}/api/businesses/${place.businessId}/deposits/export`, {
      headers: { cookie },
    });
    const rows = (await download.text()).split('\n').filter((line) => line !== '').length - 1;
    report.promise(
      'An export at web 2 holds all deposits',
      rows === ids.length,
      `${rows} rows for ${ids.length} deposits`,
    );
  });
}
