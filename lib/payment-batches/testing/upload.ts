import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { addChunk, checkRows, startUpload } from '../index.ts';
import type { BatchId, BatchSource } from '../schema.ts';

/** Uploads a file in chunks, without checking its rows. */
export async function loadFile(
  context: Context<PersonActor>,
  businessId: BusinessId,
  file: string | Uint8Array,
  source: BatchSource = 'csv',
): Promise<BatchId> {
  const bytes = new Uint8Array(typeof file === 'string' ? new TextEncoder().encode(file) : file);
  const { batchId } = await startUpload(context, {
    businessId,
    fileName: `rows.${source}`,
    source,
    size: bytes.byteLength,
  });
  const chunkBytes = 1024 * 1024;
  for (let number = 0; number * chunkBytes < bytes.byteLength; number += 1)
    await addChunk(context, {
      businessId,
      batchId,
      number: String(number),
      body: bytes.slice(number * chunkBytes, (number + 1) * chunkBytes),
    });
  return batchId;
}

/** Uploads a file and checks its rows with what is detected. */
export async function uploadRows(
  context: Context<PersonActor>,
  businessId: BusinessId,
  file: string | Uint8Array,
  source: BatchSource = 'csv',
): Promise<BatchId> {
  const batchId = await loadFile(context, businessId, file, source);
  await checkRows(context, {
    businessId,
    batchId,
    encoding: null,
    separator: null,
    decimalSign: null,
    mapping: null,
    defaults: null,
  });
  return batchId;
}
