import { batchLimits } from '#lib/payment-batches/model/fields.ts';

const noteColumns = 20;
const noteLength = 2_000;

/** A file of payments. */
export type PaymentFile = {
  /** The client payment IDs, in the order of the rows. */
  readonly ids: readonly string[];
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The parts in which a page uploads it. */
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
};

/**
 * Writes a CSV file with this number of payments. Each row has long notes in columns that no field uses, so that few rows
 * fill several chunks.
 */
export function writePaymentFile(rows: number, prefix: string): PaymentFile {
  const ids = Array.from({ length: rows }, (_row, at) => `${prefix}-${at + 1}`);
  const notes = Array.from({ length: noteColumns }, (_column, at) => `remark ${at + 1}`);
  const text = Array.from({ length: noteColumns }, () => 'n'.repeat(noteLength)).join(',');
  const lines = ids.map((id, at) => `${id},${at + 1}.50,EUR,${text}`);
  const bytes = new TextEncoder().encode([`id,amount,currency,${notes.join(',')}`, ...lines].join('\n'));
  const size = batchLimits.chunkBytes;
  const chunks = Array.from({ length: Math.ceil(bytes.byteLength / size) }, (_chunk, number) =>
    bytes.slice(number * size, (number + 1) * size),
  );
  return { ids, bytes, chunks };
}
