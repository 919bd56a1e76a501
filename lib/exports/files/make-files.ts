import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { findScope } from '#lib/access/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tExports } from '#lib/messages/exports.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { toDate } from '#lib/values/instant.ts';
import { exportPermissions, findRiskPermission, readListTable } from '../list-table.ts';
import { createZonedTime } from '../zoned-time.ts';
import type { Archive } from './archive.ts';
import { maxArchiveBytes, writeArchiveChunk, writeArchiveEnd, writeArchiveHead } from './archive.ts';
import { createWriter, describeFormat } from './format.ts';
import { rowsPerChunk, selectNextRows } from './selection-store.ts';
import type { LockedFile } from './store.ts';
import {
  countFailure,
  deleteExpired,
  lockNextFile,
  markFileFailed,
  readNextIds,
  storeChunk,
} from './store.ts';

const maxFailures = 5;
/** CSV files with more rows may exceed 4 GB of text, so their archive uses ZIP64. */
const maxRowsWithoutZip64 = 500_000;

type Progress = { readonly rows: number; readonly files: number };

/**
 * Creates the requested files. The rows of each are selected at one moment, then written in chunks, all files in
 * turn. Another process continues if this one stops. A person who lost the role gets no file. Expired files are
 * deleted.
 */
export async function createExportFiles(
  context: Context<SystemActor>,
  stop: AbortSignal,
): Promise<Progress & { readonly dropped: number }> {
  const dropped = await inTransaction((transaction) => deleteExpired(transaction, context.clock.now()));
  let [rows, files] = [0, 0];
  while (!stop.aborted) {
    const step = (await chooseRows(context)) ?? (await makeChunk(context));
    if (step === null) break;
    rows += step.rows;
    files += step.files;
  }
  return { rows, files, dropped };
}

async function chooseRows(context: Context<SystemActor>): Promise<Progress | null> {
  let currentFile: Pick<LockedFile, 'businessId' | 'fileId'> | null = null;
  try {
    const isChosen = await selectNextRows((file) => {
      currentFile = file;
    });
    return isChosen ? { rows: 0, files: 0 } : null;
  } catch (error) {
    const failedFile: Pick<LockedFile, 'businessId' | 'fileId'> | null = currentFile;
    if (failedFile === null) throw error;
    context.log.error({ error }, 'the rows of an export file could not be selected');
    await recordFailure(context, failedFile);
    return { rows: 0, files: 0 };
  }
}

async function makeChunk(context: Context<SystemActor>): Promise<Progress | null> {
  let currentFile: LockedFile | null = null;
  try {
    return await inTransaction(async (transaction) => {
      currentFile = await lockNextFile(transaction);
      if (currentFile === null) return null;
      const file = currentFile;
      const at = context.clock.now();
      const scope = await findScope(file.businessId, file.personId, at);
      if (
        scope === null ||
        !scope.may(exportPermissions[file.list]) ||
        (file.withRisk && !scope.may(findRiskPermission(file.list)))
      ) {
        await markFileFailed(transaction, file, tExports('roleForbids'), at);
        await announce(transaction, { businessId: file.businessId, topics: ['exports'] });
        return { rows: 0, files: 0 };
      }
      const chunk = await writeChunk(file, scope, await readNextIds(transaction, file));
      const endedAt = chunk.isEnd ? at : null;
      await storeChunk(transaction, file, { ...chunk, endedAt });
      if (chunk.isEnd) await announce(transaction, { businessId: file.businessId, topics: ['exports'] });
      return { rows: chunk.rows, files: chunk.isEnd ? 1 : 0 };
    });
  } catch (error) {
    const failedFile: LockedFile | null = currentFile;
    if (failedFile === null) throw error;
    context.log.error({ error }, 'a chunk of an export file failed');
    await recordFailure(context, failedFile);
    return { rows: 0, files: 0 };
  }
}

const recordFailure = (context: Context<SystemActor>, file: Pick<LockedFile, 'businessId' | 'fileId'>) =>
  inTransaction(async (transaction) => {
    if ((await countFailure(transaction, file)) < maxFailures) return;

    await markFileFailed(transaction, file, tExports('failed'), context.clock.now());
    await announce(transaction, { businessId: file.businessId, topics: ['exports'] });
  });

/** Writes the next rows of the file as bytes of its archive, with the end of the archive after the last row. */
async function writeChunk(file: LockedFile, scope: Scope, ids: readonly string[]) {
  const { mostRows } = describeFormat(file.format);
  const isFirst = file.parts === 0;
  const rowsBefore = file.parts * rowsPerChunk;
  const { rows, sheet } = await readRows(file, scope, ids.slice(0, mostRows - rowsBefore));
  const writer = createWriter(file.format, file.list, sheet);
  const foot = writer.foot(rowsBefore + rows.length);
  // Decided before the first byte, and the same for every process that continues the file.
  const isLarge = !Number.isFinite(mostRows) && file.total > maxRowsWithoutZip64;
  const archive: Archive = { parts: writer.parts, name: writer.name, at: toDate(file.askedAt), isLarge };
  const isEnd = rowsBefore + rowsPerChunk >= Math.min(file.total, mostRows);
  const text = (isFirst ? writer.head : '') + writer.rows(rows, rowsBefore) + (isEnd ? foot : '');
  const { bytes, grown } = await writeArchiveChunk(file.grown, text);
  // An entry that reaches the size limit ends here, like one that reaches the row limit.
  const isFull = !isLarge && grown.size > maxArchiveBytes - bytes.byteLength;
  const footer = isFull && !isEnd ? await writeArchiveChunk(grown, foot) : { bytes: null, grown };
  const isLast = isEnd || isFull;
  const parts = [
    ...(isFirst ? [writeArchiveHead(archive)] : []),
    bytes,
    ...(footer.bytes === null ? [] : [footer.bytes]),
    ...(isLast ? [writeArchiveEnd(archive, footer.grown)] : []),
  ];
  return {
    body: new Uint8Array(Buffer.concat(parts)),
    rows: rows.length,
    grown: footer.grown,
    isEnd: isLast,
    isCut: isFull || (isEnd && file.total > mostRows),
  };
}

async function readRows(file: LockedFile, scope: Scope, ids: readonly string[]) {
  const zone = { name: file.timeZone, time: createZonedTime(file.timeZone) };
  // Uses the permission at the request: a later role doesn't add risk detail to a started file.
  const mayAtRequest: Scope['may'] = (permission) =>
    permission === findRiskPermission(file.list) ? file.withRisk : scope.may(permission);
  const { sheet, batches } = readListTable(
    file.list,
    { ...scope, may: mayAtRequest },
    { me: file.personId, at: file.askedAt },
    { rows: { ids }, columns: file.columns, asSheet: file.format === 'xlsx' },
    zone,
  );
  const rows: (readonly string[])[] = [];
  for await (const batch of batches) rows.push(...batch);
  return { rows, sheet };
}
