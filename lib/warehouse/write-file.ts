import 'server-only';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { RecordTable } from '#lib/exports/index.ts';
import { toCsvText } from '#lib/exports/index.ts';
import type { WarehouseList } from './model.ts';
import { fitsDecimal, maximumFileBytes } from './model.ts';
import { StorageError } from './put-object.ts';
import type { CopiedFile } from './schema.ts';

/** Writes a table as compressed CSV into a folder. Returns its description and where it is. */
export async function writeFile(
  folder: string,
  list: WarehouseList,
  { columns, batches }: RecordTable,
  signal: AbortSignal,
): Promise<{ readonly file: CopiedFile; readonly path: string }> {
  const name = `${list}.csv.gz`;
  const target = path.join(folder, name);
  const amounts = columns.flatMap(({ kind }, index) => (kind === 'amount' ? [index] : []));
  const tooWide = new Set<number>();
  const counts = { rows: 0, bytes: 0 };
  const hash = createHash('sha256');
  async function* writeText() {
    yield toCsvText([columns.map((column) => column.name)]);
    for await (const rows of batches) {
      counts.rows += rows.length;
      for (const row of rows)
        for (const index of amounts) {
          const digits = row[index] ?? '';
          if (digits !== '' && !fitsDecimal(digits)) tooWide.add(index);
        }
      yield toCsvText(rows);
    }
  }
  const measure = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      counts.bytes += chunk.byteLength;
      hash.update(chunk);
      if (counts.bytes > maximumFileBytes) done(new StorageError('size', list));
      else done(null, chunk);
    },
  });
  await pipeline(writeText(), createGzip(), measure, createWriteStream(target), { signal });
  return {
    path: target,
    file: {
      ...{ name, list, ...counts, sha256: hash.digest('hex') },
      columns: columns.map(({ name: column, kind }, index) => ({
        ...{ name: column, type: kind ?? 'text' },
        ...(kind === 'amount' && { fitsDecimal: !tooWide.has(index) }),
      })),
    },
  };
}
