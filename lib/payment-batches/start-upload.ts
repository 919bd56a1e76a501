import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { discardIncomplete } from './discard-unconfirmed.ts';
import { batchLimits } from './model/fields.ts';
import type { BatchId, startUploadForm } from './schema.ts';
import { completeUpload, countUnconfirmed, insertBatch, insertChunk, lockBatch } from './store.ts';
import { toBatchId } from './stored-batch.ts';

/**
 * Starts the upload of a file. Its chunks follow with `addChunk`. Nothing is sent until a person confirms the rows.
 *
 * @throws Problem 'not-found', 'forbidden', or 'conflict' if the business has too many unconfirmed batches.
 */
export async function startUpload(
  context: Context<PersonActor>,
  input: z.output<typeof startUploadForm>,
): Promise<{ readonly batchId: BatchId }> {
  const { businessId } = requirePermission(context, input.businessId, 'payment.create');
  const { fileName, source, size } = input;
  const { personId } = context.actor;
  return inTransaction(async (transaction) => {
    const at = context.clock.now();
    await discardIncomplete(transaction, context, businessId);
    if ((await countUnconfirmed(transaction, businessId)) >= batchLimits.unconfirmed)
      throw new Problem('conflict', tBatchProblems('upload.tooMany', { count: batchLimits.unconfirmed }));
    const batchId = await insertBatch(transaction, { businessId, fileName, source, size, personId, at });
    await announce(transaction, { businessId, topics: ['batches'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment-batch.upload',
      objectType: 'payment-batch',
      objectId: batchId,
      after: { fileName, source, size },
    });
    return { batchId };
  });
}

/**
 * Stores a chunk of the file. Chunks have 1 MB, the last one the rest. Returns whether the file is complete. A repeated
 * chunk is stored once. Only the person who started the upload continues it. The audit entry of the upload covers its chunks.
 *
 * @throws Problem 'not-found', 'forbidden', 'invalid' for a chunk of the wrong size, 'conflict' after the last one.
 */
export async function addChunk(
  context: Context<PersonActor>,
  input: {
    readonly businessId: string;
    readonly batchId: string;
    readonly number: string;
    readonly body: Uint8Array<ArrayBuffer>;
  },
): Promise<{ readonly isComplete: boolean }> {
  const { businessId } = requirePermission(context, input.businessId, 'payment.create');
  const batchId = toBatchId(input.batchId);
  const number = /^\d{1,2}$/.test(input.number) ? Number(input.number) : -1;
  const isComplete = await inTransaction(async (transaction) => {
    const batch = batchId === null ? null : await lockBatch(transaction, { businessId, batchId });
    if (batch === null) throw new Problem('not-found', tBatchProblems('verbs.notFound'));
    if (batch.state !== 'uploading') throw new Problem('conflict', tBatchProblems('upload.complete'));
    if (batch.createdBy !== context.actor.personId)
      throw new Problem('forbidden', tBatchProblems('upload.another'));
    const expected = Math.min(batchLimits.chunkBytes, batch.size - number * batchLimits.chunkBytes);
    if (number < 0 || expected <= 0 || input.body.byteLength !== expected)
      throw new Problem('invalid', tBatchProblems('upload.chunk'));
    await insertChunk(transaction, batch, number, input.body);
    const isLast = await completeUpload(transaction, batch);
    if (isLast)
      await writeAudit(transaction, context, {
        businessId,
        action: 'payment-batch.upload',
        objectType: 'payment-batch',
        objectId: batch.batchId,
        after: { fileName: batch.fileName, complete: true },
      });
    return isLast;
  });
  return { isComplete };
}

/**
 * Reads the body of a chunk and stops at its size limit.
 *
 * @throws Problem 'invalid' if it is larger.
 */
export async function readChunkBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > batchLimits.chunkBytes) throw new Problem('invalid', tBatchProblems('upload.chunk'));
    chunks.push(chunk);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.byteLength;
  }
  return body;
}
