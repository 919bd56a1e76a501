import 'server-only';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { sendRequest } from '#lib/service/index.ts';
import type { FileEnd } from './anchor-file.ts';
import { appendDurably, readLastAnchor } from './anchor-file.ts';
import { AnchorError } from './failure.ts';
import type { StoredAnchor } from './store.ts';
import { listLines, listUnsent, markSent, takeAnchorLock } from './store.ts';

const linesPerBatch = 200;
/** Limits one run of a cron route. The next run continues. */
const sendsPerRun = 50;

/**
 * Checks that the file continues the anchors of the database. Missing lines are appended later.
 * @throws AnchorError 'file-ahead', 'file-differs'
 */
export function checkFile(file: string, latest: StoredAnchor | null): void {
  let end: FileEnd | null;
  try {
    end = readLastAnchor(file);
  } catch {
    return; // The delivery reports errors of the file system.
  }
  if (end === null) throw new AnchorError('file-differs');
  if (end.last === null) return;
  if (latest === null || end.last.number > latest.number) throw new AnchorError('file-ahead');
  if (end.last.number === latest.number && end.last.hash !== latest.hash)
    throw new AnchorError('file-differs');
}

/**
 * Appends every anchor that the file lacks, in order, and completes a line that was cut off. Never rewrites a line.
 * @throws AnchorError 'file-ahead', 'file-differs', 'file-unwritable'
 */
export function deliverToFile(file: string): Promise<void> {
  return inTransaction(async (transaction) => {
    if (!(await takeAnchorLock(transaction))) return;
    const end = accessFile(() => readLastAnchor(file));
    if (end === null) throw new AnchorError('file-differs');
    let number = end.last?.number ?? 0;
    if (end.last !== null) {
      const [same] = await listLines(transaction, number - 1, 1);
      if (same?.number !== number) throw new AnchorError('file-ahead');
      if (same.hash !== end.last.hash) throw new AnchorError('file-differs');
    }
    let { rest } = end;
    for (;;) {
      const lines = await listLines(transaction, number, linesPerBatch);
      const text = lines.map(({ line }) => `${line}\n`).join('');
      if (!text.startsWith(rest)) throw new AnchorError('file-differs');
      const last = lines.at(-1);
      if (last === undefined) return;
      const missing = text.slice(rest.length);
      accessFile(() => appendDurably(file, missing));
      number = last.number;
      rest = '';
    }
  });
}

function accessFile<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new AnchorError('file-unwritable', error);
  }
}

/**
 * Posts every anchor that the webhook has not accepted, in order, and returns the number of accepted ones. A receiver
 * may get an anchor twice and recognises it by its number.
 * @throws AnchorError 'webhook-failed'
 */
export async function deliverToWebhook(webhook: URL, clock: Clock, stop: AbortSignal): Promise<number> {
  let sent = 0;
  for (const { number, line } of await listUnsent(sendsPerRun)) {
    if (stop.aborted) break;
    const headers = { 'content-type': 'application/json', 'x-anchor-number': String(number) };
    const outcome = await sendRequest({ method: 'POST', url: webhook, headers, body: line }, clock);
    const isAccepted = outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300;
    if (!isAccepted)
      throw new AnchorError(
        'webhook-failed',
        outcome.kind === 'answer' ? `status ${outcome.status}` : outcome.message,
      );
    await markSent(number, clock.now());
    sent += 1;
  }
  return sent;
}
