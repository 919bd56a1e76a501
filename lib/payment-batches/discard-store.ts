import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import { brand } from '#lib/values/brand.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { BatchId } from './schema.ts';
import { batchStates } from './schema.ts';

const deletedBatches = z.array(
  z.object({
    businessId: z.string().transform((id) => toId<BusinessId>(id)),
    batchId: z.string().transform((id) => brand<BatchId>(id)),
    fileName: z.string(),
    state: z.enum(batchStates),
  }),
);
/** A deleted batch, for its audit entry. */
export type DeletedBatch = z.output<typeof deletedBatches>[number];

/** Deletes the stored files of deleted batches. */
async function deleteFiles(
  transaction: Transaction,
  batches: readonly DeletedBatch[],
): Promise<readonly DeletedBatch[]> {
  for (const { businessId, batchId } of batches)
    await transaction.uploadChunk.deleteMany({ where: { businessId, uploadId: batchId } });
  return batches;
}

/** Deletes the uploads of a business that were never completed, and returns them. */
export async function deleteIncomplete(
  transaction: Transaction,
  businessId: BusinessId,
  createdBefore: Instant,
): Promise<readonly DeletedBatch[]> {
  const rows: unknown = await transaction.$queryRaw`
    DELETE FROM payment_batch
     WHERE business_id = ${businessId}::uuid AND state = 'uploading'
       AND created_at < ${toDate(createdBefore)}::timestamptz
    RETURNING business_id::text AS "businessId", batch_id::text AS "batchId", file_name AS "fileName", state`;
  return deleteFiles(transaction, deletedBatches.parse(rows));
}

/** Deletes the oldest batch that was never confirmed, and returns it. Null: none is that old. */
export async function deleteAbandoned(
  transaction: Transaction,
  createdBefore: Instant,
): Promise<DeletedBatch | null> {
  const rows: unknown = await transaction.$queryRaw`
    DELETE FROM payment_batch
     WHERE (business_id, batch_id) =
           (SELECT business_id, batch_id FROM payment_batch
             WHERE confirmed_at IS NULL AND created_at < ${toDate(createdBefore)}::timestamptz
             ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING business_id::text AS "businessId", batch_id::text AS "batchId", file_name AS "fileName", state`;
  return (await deleteFiles(transaction, deletedBatches.parse(rows)))[0] ?? null;
}
