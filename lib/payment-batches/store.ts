import 'server-only';
import * as z from 'zod';
import { findApprovalBlocks } from '#lib/access/index.ts';
import type { ApprovalBlock } from '#lib/access/schema.ts';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { SettingKind } from '#lib/proposals/index.ts';
import { readSetting, storeSetting } from '#lib/proposals/index.ts';
import { brand } from '#lib/values/brand.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { Corrections } from './model/corrections.ts';
import type { BatchField, FileEncoding, FileSeparator, RowValues } from './model/fields.ts';
import { batchFields } from './model/fields.ts';
import type { DecimalSign } from './model/file-amount.ts';
import type { BatchId, BatchSource, TableNote } from './schema.ts';
import type { StoredBatch } from './stored-batch.ts';
import { storedValues, toStoredBatch } from './stored-batch.ts';

/** Milliseconds that a transaction over many rows may take, also on a busy machine. */
export const longTransactionMs = 60_000;

/** A batch of a business. */
export type BatchKey = { readonly businessId: BusinessId; readonly batchId: BatchId };

export async function insertBatch(
  transaction: Transaction,
  batch: {
    readonly businessId: BusinessId;
    readonly fileName: string;
    readonly source: BatchSource;
    readonly size: number;
    readonly personId: PersonId;
    readonly at: Instant;
  },
): Promise<BatchId> {
  const { businessId, fileName, source, size, personId, at } = batch;
  const { batchId } = await transaction.paymentBatch.create({
    data: {
      businessId,
      fileName,
      source,
      size,
      state: 'uploading',
      headers: [],
      mapping: [],
      notes: [],
      createdBy: personId,
      createdAt: toDate(at),
    },
    select: { batchId: true },
  });
  return brand<BatchId>(batchId);
}

/** Counts the batches of a business that are not confirmed. */
export const countUnconfirmed = (transaction: Transaction, businessId: BusinessId): Promise<number> =>
  transaction.paymentBatch.count({ where: { businessId, confirmedAt: null } });

/** Locks a batch until the transaction ends and returns it, or null when the business has none with this id. */
export async function lockBatch(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
): Promise<StoredBatch | null> {
  await transaction.$queryRaw`
    SELECT 1 FROM payment_batch WHERE business_id = ${businessId}::uuid AND batch_id = ${batchId}::uuid FOR UPDATE`;
  const found = await transaction.paymentBatch.findUnique({
    where: { businessId_batchId: { businessId, batchId } },
  });
  return found === null ? null : toStoredBatch(found);
}

/** Stores a chunk of the file. A repeated chunk replaces the earlier one. */
export async function insertChunk(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
  number: number,
  body: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await transaction.uploadChunk.upsert({
    where: { businessId_uploadId_number: { businessId, uploadId: batchId, number } },
    create: { businessId, uploadId: batchId, number, body },
    update: { body },
    select: { number: true },
  });
}

/** Marks the upload as complete, with the hash of the whole file. Returns false while chunks are missing. */
export async function completeUpload(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
): Promise<boolean> {
  return (
    (await transaction.$executeRaw`
      UPDATE payment_batch batch SET state = 'uploaded', sha256 = sha256(file.body)
        FROM (SELECT string_agg(body, ''::bytea ORDER BY number) AS body FROM upload_chunk
               WHERE business_id = ${businessId}::uuid AND upload_id = ${batchId}::uuid) AS file
       WHERE batch.business_id = ${businessId}::uuid AND batch.batch_id = ${batchId}::uuid
         AND batch.state = 'uploading' AND length(file.body) = batch.size`) > 0
  );
}

/** Returns the whole file. The caller has checked the permission. */
export async function readFile({ businessId, batchId }: BatchKey): Promise<Uint8Array> {
  const chunks = await database().uploadChunk.findMany({
    where: { businessId, uploadId: batchId },
    orderBy: { number: 'asc' },
  });
  return Buffer.concat(chunks.map(({ body }) => body));
}

/** The properties of a file that a check reads, and the choices for its columns. */
type CheckedFile = {
  readonly encoding: FileEncoding | null;
  readonly separator: FileSeparator | null;
  readonly decimalSign: DecimalSign | null;
  readonly headers: readonly string[];
  readonly mapping: readonly (BatchField | '')[];
  readonly defaults: RowValues;
  readonly sample: readonly (readonly string[])[];
};

/**
 * Starts a check: deletes the rows of an earlier one and stores what was read of the file. `kept` are the corrections of
 * those rows that stay. They are stored until the check ends.
 */
export async function beginCheck(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
  revision: string,
  file: CheckedFile,
  kept: Corrections,
): Promise<void> {
  await transaction.paymentBatchRow.deleteMany({ where: { businessId, batchId } });
  await transaction.paymentBatch.update({
    where: { businessId_batchId: { businessId, batchId } },
    data: {
      ...file,
      headers: [...file.headers],
      mapping: [...file.mapping],
      sample: file.sample.map((cells) => [...cells]),
      notes: [],
      keptCorrections:
        kept.size === 0
          ? Prisma.DbNull
          : [...kept].map(([number, corrections]) => ({ number, corrections: { ...corrections } })),
      state: 'uploaded',
      rowCount: 0,
      revision,
    },
  });
}

/** Ends a check, whose rows have the kept corrections by now. Returns false if a later check has begun. */
export async function endCheck(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
  revision: string,
  { rowCount, notes }: { readonly rowCount: number; readonly notes: readonly TableNote[] },
): Promise<boolean> {
  const { count } = await transaction.paymentBatch.updateMany({
    where: { businessId, batchId, revision, state: 'uploaded' },
    data: { state: 'checked', rowCount, notes: [...notes], keptCorrections: Prisma.DbNull },
  });
  return count > 0;
}

export async function setRevision(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
  revision: string,
): Promise<void> {
  await transaction.paymentBatch.update({
    where: { businessId_batchId: { businessId, batchId } },
    data: { revision },
  });
}

/** Starts the run of a confirmed batch. Its file is no longer needed. */
export async function startRun(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
  personId: PersonId,
  at: Instant,
): Promise<void> {
  await transaction.uploadChunk.deleteMany({ where: { businessId, uploadId: batchId } });
  await transaction.paymentBatch.update({
    where: { businessId_batchId: { businessId, batchId } },
    data: { state: 'running', confirmedBy: personId, confirmedAt: toDate(at), sentFor: personId },
  });
}

/** Deletes a batch that was never confirmed, with its file and rows. */
export async function deleteBatch(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
): Promise<void> {
  const { count } = await transaction.paymentBatch.deleteMany({
    where: { businessId, batchId, confirmedAt: null },
  });
  if (count > 0) await transaction.uploadChunk.deleteMany({ where: { businessId, uploadId: batchId } });
}

const rememberedRow = z.object({
  mapping: z.array(z.enum(batchFields).or(z.literal(''))),
  defaults: storedValues,
});

/** The choices of a person for files with the same column names, by the hash of the names. */
const batchColumns: SettingKind<z.output<typeof rememberedRow> | null> = {
  name: 'batch-columns',
  change: rememberedRow.nullable().catch(null),
};

/** Returns the choices that a person confirmed for a file with these column names. */
export const findMapping = (
  businessId: BusinessId,
  signature: string,
): Promise<z.output<typeof rememberedRow> | null> =>
  readSetting(batchColumns, businessId, database(), signature);

/** Remembers the choices for files with these column names. */
export const storeMapping = (
  transaction: Transaction,
  businessId: BusinessId,
  signature: string,
  { mapping, defaults }: { readonly mapping: readonly (BatchField | '')[]; readonly defaults: RowValues },
): Promise<void> =>
  storeSetting(
    transaction,
    batchColumns,
    { businessId, subject: signature },
    { mapping: [...mapping], defaults },
  );

/** Adds a person to the authors of a batch, who may not confirm rows above a limit. The caller has locked the batch. */
export async function addBatchAuthor(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
  personId: PersonId,
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE payment_batch SET prepared_by = array_append(coalesce(prepared_by, '{}'), ${personId}::uuid)
     WHERE business_id = ${businessId}::uuid AND batch_id = ${batchId}::uuid
       AND NOT (${personId}::uuid = ANY (coalesce(prepared_by, '{}')))`;
}

const aboveLimit = z.tuple([z.object({ above: z.number(), authors: z.array(z.string()) })]);

/** Returns the number of rows above a limit that will be sent, and the authors of the batch, who can't confirm them. */
export async function countAboveLimit(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
): Promise<{ readonly above: number; readonly authors: readonly string[] }> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT (SELECT count(*)::int FROM payment_batch_row line
              JOIN (SELECT used.currency, effective_creation_limit(batch.business_id, used.currency) AS amount
                      FROM (SELECT DISTINCT one.currency FROM payment_batch_row one
                             WHERE one.business_id = batch.business_id AND one.batch_id = batch.batch_id) AS used
                    OFFSET 0) AS limits ON limits.currency = line.currency
             WHERE line.business_id = batch.business_id AND line.batch_id = batch.batch_id
               AND NOT line.has_errors AND line.duplicate_of IS NULL
               AND line.taken_by IS DISTINCT FROM 'request' AND line.amount > limits.amount) AS above,
           (coalesce(batch.prepared_by, '{}') || batch.created_by)::text[] AS authors
      FROM payment_batch batch
     WHERE batch.business_id = ${businessId}::uuid AND batch.batch_id = ${batchId}::uuid`;
  return aboveLimit.parse(rows)[0];
}

/** Returns why a person can't confirm rows above a limit: the reasons that concern the author who rules it out for longest. */
export async function findConfirmerBlocks(
  client: Pick<Transaction, '$queryRaw'>,
  {
    businessId,
    authors,
    approver,
  }: {
    readonly businessId: BusinessId;
    readonly authors: readonly string[];
    readonly approver: PersonId;
  },
  at: Instant,
): Promise<readonly ApprovalBlock[]> {
  const blocks = await findApprovalBlocks(client, { businessId, proposers: authors, approver }, at);
  const findEnd = (of: readonly ApprovalBlock[]) =>
    Math.max(...of.map(({ possibleFrom }) => possibleFrom ?? 0));
  return [...blocks.values()].toSorted((one, two) => findEnd(two) - findEnd(one))[0] ?? [];
}
