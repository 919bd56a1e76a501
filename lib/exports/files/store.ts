import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import type { ExportName, FileFormat } from '../schema.ts';
import { exportNames, fileFormats } from '../schema.ts';
import type { ArchiveProgress } from './archive.ts';

/** The content of a requested file, and the person who requested it. */
export type FileOrder = {
  readonly businessId: BusinessId;
  readonly personId: PersonId;
  readonly list: ExportName;
  readonly format: FileFormat;
  readonly query: string;
  readonly columns: string | null;
  readonly withRisk: boolean;
  readonly timeZone: string;
  readonly fileName: string;
  readonly total: number;
  readonly isMore: boolean;
};

/** A running file, locked while one chunk is written. */
export type LockedFile = Omit<FileOrder, 'total' | 'isMore'> & {
  readonly fileId: string;
  readonly askedAt: Instant;
  readonly rows: number;
  readonly parts: number;
  readonly grown: ArchiveProgress;
  /** The number of selected rows. */
  readonly total: number;
};

export async function insertFile(
  transaction: Transaction,
  order: FileOrder,
  at: Instant,
  expires: Instant,
): Promise<string> {
  const { fileId } = await transaction.exportFile.create({
    data: { ...order, askedAt: toDate(at), expiresAt: toDate(expires) },
    select: { fileId: true },
  });
  return fileId;
}

/** Counts the running files of a person at the business. */
export const countRunning = (
  transaction: Transaction,
  businessId: BusinessId,
  personId: PersonId,
): Promise<number> => transaction.exportFile.count({ where: { businessId, personId, state: 'running' } });

const runningRow = z.object({
  business_id: z.string(),
  file_id: z.string(),
  person_id: z.string(),
  list: z.enum(exportNames),
  format: z.enum(fileFormats),
  query: z.string(),
  columns: z.string().nullable(),
  with_risk: z.boolean(),
  time_zone: z.string(),
  file_name: z.string(),
  asked_at: z.date(),
  rows: z.number(),
  parts: z.number(),
  total: z.number(),
  crc: z.coerce.number(),
  size: z.coerce.number(),
  packed: z.coerce.number(),
});

/** Locks the next running file whose rows are selected and that no other process holds. */
export async function lockNextFile(transaction: Transaction): Promise<LockedFile | null> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT * FROM export_file WHERE state = 'running' AND is_chosen
     ORDER BY failures, rows, asked_at LIMIT 1 FOR UPDATE SKIP LOCKED`;
  const row = z.array(runningRow).parse(rows)[0];
  if (row === undefined) return null;
  return {
    businessId: toId<BusinessId>(row.business_id),
    fileId: row.file_id,
    personId: toId<PersonId>(row.person_id),
    list: row.list,
    format: row.format,
    query: row.query,
    columns: row.columns,
    withRisk: row.with_risk,
    timeZone: row.time_zone,
    fileName: row.file_name,
    askedAt: fromDate(row.asked_at),
    rows: row.rows,
    parts: row.parts,
    grown: { crc: row.crc, size: row.size, packed: row.packed },
    total: row.total,
  };
}

type FileKey = Pick<LockedFile, 'businessId' | 'fileId'>;
const toUniqueKey = ({ businessId, fileId }: FileKey) => ({ businessId_fileId: { businessId, fileId } });

/** Stores a chunk and the progress of the file. */
export async function storeChunk(
  transaction: Transaction,
  file: LockedFile,
  step: {
    readonly body: Uint8Array<ArrayBuffer>;
    readonly rows: number;
    readonly grown: ArchiveProgress;
    /** The time of the last chunk. Null if more follow. */
    readonly endedAt: Instant | null;
    readonly isCut: boolean;
  },
): Promise<void> {
  const { body, rows, grown, endedAt, isCut } = step;
  const { businessId, fileId, parts } = file;
  // The bytes replace the chosen rows.
  await transaction.$executeRaw`
    INSERT INTO export_part (business_id, file_id, number, body)
    VALUES (${businessId}::uuid, ${fileId}::uuid, ${parts}, ${body})
    ON CONFLICT (business_id, file_id, number) DO UPDATE SET body = EXCLUDED.body, ids = NULL`;
  await transaction.exportFile.update({
    where: toUniqueKey(file),
    data: {
      rows: { increment: rows },
      parts: { increment: 1 },
      bytes: { increment: body.byteLength },
      ...grown,
      failures: 0,
      isCut,
      ...(endedAt !== null && { state: 'done', endedAt: toDate(endedAt) }),
    },
  });
  if (endedAt !== null)
    await transaction.exportPart.deleteMany({ where: { businessId, fileId, body: null } });
}

/** Returns the row ids of the next chunk. */
export async function readNextIds(transaction: Transaction, file: LockedFile): Promise<readonly string[]> {
  const { businessId, fileId, parts: number } = file;
  const key = { businessId_fileId_number: { businessId, fileId, number } };
  return (await transaction.exportPart.findUnique({ where: key, select: { ids: true } }))?.ids ?? [];
}

/** Deletes the chunks and the selection of a file. */
async function dropBytes(transaction: Transaction, { businessId, fileId }: FileKey): Promise<void> {
  await transaction.exportPart.deleteMany({ where: { businessId, fileId } });
}

/** Marks a file as failed and deletes its chunks. */
export async function markFileFailed(
  transaction: Transaction,
  file: FileKey,
  problem: string,
  at: Instant,
): Promise<void> {
  await dropBytes(transaction, file);
  await transaction.exportFile.update({
    where: toUniqueKey(file),
    data: { state: 'failed', problem, endedAt: toDate(at) },
  });
}

/** Counts a failed chunk. Returns the number of consecutive failures. */
export async function countFailure(transaction: Transaction, file: FileKey): Promise<number> {
  const { failures } = await transaction.exportFile.update({
    where: toUniqueKey(file),
    data: { failures: { increment: 1 } },
    select: { failures: true },
  });
  return failures;
}

/** Stops a running file of a person and deletes its chunks. Returns false if it wasn't running. */
export async function stopFile(
  transaction: Transaction,
  file: FileKey & { readonly personId: PersonId },
  at: Instant,
): Promise<boolean> {
  const { businessId, fileId, personId } = file;
  const { count } = await transaction.exportFile.updateMany({
    where: { businessId, fileId, personId, state: 'running' },
    data: { state: 'stopped', endedAt: toDate(at) },
  });
  if (count > 0) await dropBytes(transaction, file);
  return count > 0;
}

/** Deletes expired files with their chunks. Returns their number. */
export async function deleteExpired(transaction: Transaction, now: Instant): Promise<number> {
  const { count } = await transaction.exportFile.deleteMany({ where: { expiresAt: { lte: toDate(now) } } });
  return count;
}
