import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { findScope } from '#lib/access/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { toDate } from '#lib/values/instant.ts';
import { exportPermissions, listTable } from '../list-table.ts';
import { createZonedFormatter } from '../zoned-formatter.ts';
import type { Archive } from './archive.ts';
import { createArchiveChunk, createArchiveEnd, createArchiveHead, maximumBytes } from './archive.ts';
import { chooseNextRows, chunkRows } from './choose-rows-store.ts';
import { createWriter } from './format.ts';
import type { LockedFile } from './store.ts';
import { appendToFile, dropExpired, failFile, lockFile, nextIds, noteFailure } from './store.ts';

const maximumFailures = 5;
/** More rows may have more than 4 GB of text: their archive is one that has room for that. */
const mostRowsOfSmall = 500_000;

type FileCounts = { readonly rows: number; readonly files: number };

/**
 * Makes the files that were asked for: the rows of each are chosen in one moment, then written a stretch at a time, all
 * files in turn. A process that ends loses nothing: any other goes on behind the last row. Whoever lost their role gets no file. Drops those that have expired.
 */
export async function makeExportFiles(
  context: Context<SystemActor>,
  stop: AbortSignal,
): Promise<FileCounts & { readonly dropped: number }> {
  const dropped = await inTransaction((transaction) => dropExpired(transaction, context.clock.now()));
  let [rows, files] = [0, 0];
  while (!stop.aborted) {
    const step = (await chooseRows(context)) ?? (await writeChunk(context));
    if (step === null) break;
    rows += step.rows;
    files += step.files;
  }
  return { rows, files, dropped };
}

async function chooseRows(context: Context<SystemActor>): Promise<FileCounts | null> {
  let held: Pick<LockedFile, 'businessId' | 'fileId'> | null = null;
  try {
    const isChosen = await chooseNextRows((file) => {
      held = file;
    });
    return isChosen ? { rows: 0, files: 0 } : null;
  } catch (error) {
    const failed: Pick<LockedFile, 'businessId' | 'fileId'> | null = held;
    if (failed === null) throw error;
    context.log.error({ error }, 'the rows of an export file could not be chosen');
    await afterFailure(context, failed);
    return { rows: 0, files: 0 };
  }
}

async function writeChunk(context: Context<SystemActor>): Promise<FileCounts | null> {
  let held: LockedFile | null = null;
  try {
    return await inTransaction(async (transaction) => {
      held = await lockFile(transaction);
      if (held === null) return null;
      const file = held;
      const at = context.clock.now();
      const scope = await findScope(file.businessId, file.personId);
      if (
        scope === null ||
        !scope.may(exportPermissions[file.list]) ||
        (file.withRisk && !scope.may('risk.read'))
      ) {
        await failFile(transaction, file, 'Your role does not allow this export any more.', at);
        await announce(transaction, { businessId: file.businessId, topics: ['exports'] });
        return { rows: 0, files: 0 };
      }
      const made = await chunkOf(file, scope, await nextIds(transaction, file));
      const endedAt = made.isEnd ? at : null;
      await appendToFile(transaction, file, { ...made, endedAt });
      if (made.isEnd) await announce(transaction, { businessId: file.businessId, topics: ['exports'] });
      return { rows: made.rows, files: made.isEnd ? 1 : 0 };
    });
  } catch (error) {
    const failed: LockedFile | null = held;
    if (failed === null) throw error;
    context.log.error({ error }, 'a stretch of an export file failed');
    await afterFailure(context, failed);
    return { rows: 0, files: 0 };
  }
}

const afterFailure = (context: Context<SystemActor>, file: Pick<LockedFile, 'businessId' | 'fileId'>) =>
  inTransaction(async (transaction) => {
    if ((await noteFailure(transaction, file)) < maximumFailures) return;
    const problem = 'It could not be made. Ask for it again, or for fewer rows.';
    await failFile(transaction, file, problem, context.clock.now());
    await announce(transaction, { businessId: file.businessId, topics: ['exports'] });
  });

/** The next rows of the file as bytes of its archive; with the end of the archive where there are no more. */
async function chunkOf(file: LockedFile, scope: Scope, ids: readonly string[]) {
  const writer = createWriter(file.format, file.list);
  const { parts: known, name } = writer;
  // Known before the first byte, and the same whoever goes on with it.
  const isLarge = !Number.isFinite(writer.maximumRows) && file.total > mostRowsOfSmall;
  const archive: Archive = { parts: known, name, at: toDate(file.askedAt), isLarge };
  const isFirst = file.parts === 0;
  const begun = file.parts * chunkRows;
  const { rows, names } = await rowsOf(file, scope, ids.slice(0, writer.maximumRows - begun));
  const isEnd = begun + chunkRows >= Math.min(file.total, writer.maximumRows);
  const text = (isFirst ? writer.head(names) : '') + writer.rows(rows) + (isEnd ? writer.foot : '');
  const { bytes, grown } = await createArchiveChunk(file.progress, text);
  // A part that has become too large ends here, as one that has no more room for rows does.
  const isFull = !isLarge && grown.size > maximumBytes - bytes.byteLength;
  const closed = isFull && !isEnd ? await createArchiveChunk(grown, writer.foot) : { bytes: null, grown };
  const ends = isEnd || isFull;
  const parts = [
    ...(isFirst ? [createArchiveHead(archive)] : []),
    bytes,
    ...(closed.bytes === null ? [] : [closed.bytes]),
    ...(ends ? [createArchiveEnd(archive, closed.grown)] : []),
  ];
  return {
    body: new Uint8Array(Buffer.concat(parts)),
    rows: rows.length,
    grown: closed.grown,
    isEnd: ends,
    isCut: isFull || (isEnd && file.total > writer.maximumRows),
  };
}

async function rowsOf(file: LockedFile, scope: Scope, ids: readonly string[]) {
  const zone = { name: file.timeZone, time: createZonedFormatter(file.timeZone) };
  // As it was begun: who may see risk detail by now does not get half a file with it.
  const mayAsThen: Scope['may'] = (permission) =>
    permission === 'risk.read' ? file.withRisk : scope.may(permission);
  const { names, batches } = listTable(
    file.list,
    { ...scope, may: mayAsThen },
    { me: file.personId, at: file.askedAt },
    { rows: { ids }, columns: file.columns },
    zone,
  );
  const rows: (readonly string[])[] = [];
  for await (const batch of batches) rows.push(...batch);
  return { rows, names };
}
