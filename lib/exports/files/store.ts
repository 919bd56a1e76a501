import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import type { ExportName, FileFormat } from '../schema.ts';
import { exportNames, fileFormats } from '../schema.ts';
import type { EntryProgress } from './archive.ts';

/** What a file is of, and for whom. */
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

/** A file that is being made, held for one stretch. */
export type LockedFile = Omit<FileOrder, 'total' | 'isMore'> & {
  readonly fileId: string;
  readonly askedAt: Instant;
  readonly rows: number;
  readonly parts: number;
  readonly progress: EntryProgress;
  /** How many rows were chosen. */
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

/** How many files of theirs are under way at the business. */
export const countRunning = (
  transaction: Transaction,
  businessId: BusinessId,
  personId: PersonId,
): Promise<number> => transaction.exportFile.count({ where: { businessId, personId, state: 'running' } });

const lockedRow = z.object({
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

/** The file under way that was asked for first of those whose rows are chosen and that nobody else holds. */
export async function lockFile(transaction: Transaction): Promise<LockedFile | null> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT * FROM export_file WHERE state = 'running' AND is_chosen
     ORDER BY failures, rows, asked_at LIMIT 1 FOR UPDATE SKIP LOCKED`;
  const row = z.array(lockedRow).parse(rows)[0];
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
    progress: { crc: row.crc, size: row.size, packed: row.packed },
    total: row.total,
  };
}

type Key = Pick<LockedFile, 'businessId' | 'fileId'>;
const keyOf = ({ businessId, fileId }: Key) => ({ businessId_fileId: { businessId, fileId } });

/** Adds a stretch of bytes, and notes how far the file is with it. */
export async function appendToFile(
  transaction: Transaction,
  file: LockedFile,
  step: {
    readonly body: Uint8Array<ArrayBuffer>;
    readonly rows: number;
    readonly grown: EntryProgress;
    /** When it ended, with this stretch; null while there is more. */
    readonly endedAt: Instant | null;
    readonly isCut: boolean;
  },
): Promise<void> {
  const { body, rows, grown, endedAt, isCut } = step;
  const { businessId, fileId, parts } = file;
  await transaction.exportPart.create({ data: { businessId, fileId, number: parts, body } });
  await transaction.exportFile.update({
    where: keyOf(file),
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
  // What is written need not be chosen any more.
  await transaction.exportChoice.deleteMany({
    where: { businessId, fileId, ...(endedAt === null && { number: parts }) },
  });
}

/** The rows of the next stretch. */
export async function nextIds(transaction: Transaction, file: LockedFile): Promise<readonly string[]> {
  const { businessId, fileId, parts: number } = file;
  const key = { businessId_fileId_number: { businessId, fileId, number } };
  return (await transaction.exportChoice.findUnique({ where: key }))?.ids ?? [];
}

/** Takes away what there is of a file that ends without one. */
async function dropBytes(transaction: Transaction, { businessId, fileId }: Key): Promise<void> {
  await transaction.exportPart.deleteMany({ where: { businessId, fileId } });
  await transaction.exportChoice.deleteMany({ where: { businessId, fileId } });
}

/** Ends a file that can't be made. Its bytes go. */
export async function failFile(
  transaction: Transaction,
  file: Key,
  problem: string,
  at: Instant,
): Promise<void> {
  await dropBytes(transaction, file);
  await transaction.exportFile.update({
    where: keyOf(file),
    data: { state: 'failed', problem, endedAt: toDate(at) },
  });
}

/** Notes that a stretch failed; answers how many did in a row. */
export async function noteFailure(transaction: Transaction, file: Key): Promise<number> {
  const { failures } = await transaction.exportFile.update({
    where: keyOf(file),
    data: { failures: { increment: 1 } },
    select: { failures: true },
  });
  return failures;
}

/** Ends a file of theirs that is under way. Its bytes go. Answers whether there was one. */
export async function stopFile(
  transaction: Transaction,
  file: Key & { readonly personId: PersonId },
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

/** Files whose time has come go with their bytes. Answers how many. */
export async function dropExpired(transaction: Transaction, now: Instant): Promise<number> {
  const { count } = await transaction.exportFile.deleteMany({ where: { expiresAt: { lte: toDate(now) } } });
  return count;
}
