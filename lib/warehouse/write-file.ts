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

type Written = {
  readonly file: CopiedFile;
  readonly path: string;
  /** The amounts with a value that fits no decimal column. */
  readonly tooWide: ReadonlySet<string>;
};

/**
 * Writes a table with a decimal column for each amount, except for those of `withoutDecimal`. They come last, so that the others keep
 * their position when one is missing.
 */
async function writeTable(
  folder: string,
  list: WarehouseList,
  { columns, batches }: RecordTable,
  withoutDecimal: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Written> {
  const name = `${list}.csv.gz`;
  const target = path.join(folder, name);
  const decimals = columns.flatMap((column, index) =>
    column.kind === 'amount' && !withoutDecimal.has(column.name) ? [{ name: column.name, index }] : [],
  );
  const described = [
    ...columns.map((column) => ({ name: column.name, type: column.kind ?? ('text' as const) })),
    ...decimals.map((column) => ({ name: `${column.name}_decimal`, type: 'decimal' as const })),
  ];
  const tooWide = new Set<string>();
  const counts = { rows: 0, bytes: 0 };
  const hash = createHash('sha256');
  const toLine = (row: readonly string[]): readonly string[] => {
    const amounts = decimals.map(({ name: column, index }) => {
      const text = row[index] ?? '';
      if (text !== '' && !fitsDecimal(text)) tooWide.add(column);
      return text;
    });
    return [...columns.map((_column, index) => row[index] ?? ''), ...amounts];
  };
  async function* writeText() {
    yield toCsvText([described.map((column) => column.name)]);
    for await (const rows of batches) {
      counts.rows += rows.length;
      yield toCsvText(rows.map(toLine));
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
  const file = { name, list, ...counts, sha256: hash.digest('hex'), columns: described };
  return { path: target, file, tooWide };
}

/**
 * Writes a table as compressed CSV into a folder. Amounts are text. An amount has a decimal column, too, if every value of this
 * file fits it. Only the whole table shows that, so a table with a value that doesn't is read and written again.
 */
export async function writeFile(
  folder: string,
  list: WarehouseList,
  openTable: () => RecordTable,
  signal: AbortSignal,
): Promise<Pick<Written, 'file' | 'path'>> {
  const withoutDecimal = new Set<string>();
  for (;;) {
    const { tooWide, ...written } = await writeTable(folder, list, openTable(), withoutDecimal, signal);
    if (tooWide.size === 0) return written;
    // Another read may find another one, so this ends after as many times as there are amounts.
    for (const column of tooWide) withoutDecimal.add(column);
  }
}
