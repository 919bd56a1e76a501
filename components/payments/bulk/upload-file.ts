import { callAction } from '#components/query/call-action.ts';
import { toFailure } from '#components/query/request-json.ts';
import { tPaymentBatches } from '#lib/messages/payment-batches.ts';
import { startUploadAction } from '#lib/payment-batches/actions.ts';
import { batchLimits } from '#lib/payment-batches/model/fields.ts';
import type { BatchId, BatchSource } from '#lib/payment-batches/schema.ts';
import type { ActionResult } from '#lib/values/action-result.ts';

/** Rows to upload: a file, or text that was copied from a spreadsheet. */
export type RowsToUpload = { readonly name: string; readonly source: BatchSource; readonly body: Blob };

/** Returns the kind of a file by its name. Everything but a workbook is read as text. */
export const toUpload = (file: File): RowsToUpload => ({
  name: file.name.slice(-255),
  source: /\.xls[xm]$/i.test(file.name) ? 'xlsx' : 'csv',
  body: file,
});

export const toPastedUpload = (text: string): RowsToUpload => ({
  name: tPaymentBatches('upload.pastedName'),
  source: 'pasted',
  body: new Blob([text]),
});

/** Attempts to send a chunk while the connection is lost. A repeated chunk is stored once. */
const tries = 3;

async function sendChunk(address: string, number: number, body: Blob): Promise<Response> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await fetch(address, { method: 'POST', headers: { 'x-chunk': `${number}` }, body });
    } catch (failure) {
      if (attempt >= tries) throw failure;
    }
}

/** Uploads rows in chunks and reports the progress. Null, or a rejection: the connection was lost. */
export async function uploadRows(
  businessId: string,
  { name, source, body }: RowsToUpload,
  onProgress: (part: number, parts: number) => void,
): Promise<ActionResult<{ readonly batchId: BatchId }> | null> {
  const started = await callAction(() =>
    startUploadAction({ businessId, fileName: name, source, size: body.size }),
  );
  if (!started?.ok) return started;
  const address = `/api/businesses/${businessId}/batches/${started.data.batchId}/chunks`;
  const parts = Math.ceil(body.size / batchLimits.chunkBytes);
  for (let number = 0; number < parts; number += 1) {
    onProgress(number + 1, parts);
    const start = number * batchLimits.chunkBytes;
    const response = await sendChunk(address, number, body.slice(start, start + batchLimits.chunkBytes));
    if (!response.ok) return toFailure(response, await response.json().catch(() => null));
  }
  return started;
}
