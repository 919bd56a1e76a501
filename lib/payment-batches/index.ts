import 'server-only';

/**
 * Many payments from one file. A person uploads, maps, checks, corrects and confirms the rows. A job then sends each row
 * through the create path of lib/payments, in the order of the file. No row is sent twice without a person.
 */

export { listBatches, listChunks, readBatch, readBatchName } from './batch-queries.ts';
export { checkRows } from './check-rows.ts';
export { confirmBatch } from './confirm-batch.ts';
export { pauseBatch, resumeBatch, stopBatch } from './control-batch.ts';
export { correctRow } from './correct-row.ts';
export { listRows, streamRows } from './row-queries.ts';
export { runPaymentBatches } from './run/run-batches.ts';
export { addChunk, readChunkBody, startUpload } from './start-upload.ts';
export { detectSeparator, parseCsv } from './table/parse-csv.ts';
