import { appendFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { createExportFiles, exportList, fetchExportFile, startExportFile } from '#lib/exports/index.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { createContext } from '#lib/platform/context.ts';
import { MemoryWatch } from './memory-watch.ts';
import { findLargestOwner } from './owner.ts';

const lists = {
  payments: ['payment', 'sort_at', 'payment_id'],
  deposits: ['deposit', 'sort_at', 'deposit_id'],
} as const;

type Report = (figures: Readonly<Record<string, string | number>>) => void;

const newline = 10;

/** Reads the file up to this number of lines. Reports the progress at each tenth. */
async function drain(body: ReadableStream<Uint8Array>, lines: number, watch: MemoryWatch) {
  const reader = body.getReader();
  let [seen, bytes] = [0, 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    for (let at = value.indexOf(newline); at !== -1; at = value.indexOf(newline, at + 1)) seen += 1;
    watch.look(seen / lines);
    if (seen > lines) break;
  }
  await reader.cancel();
  return { rows: seen - 1, bytes };
}

const secondsSince = (begun: number) => (performance.now() - begun) / 1_000;

/**
 * Exports the newest rows as CSV, by our export and by COPY to this process, one after the other in one run. Also
 * measures the memory of this process in the first and last tenth of the rows, and its peak.
 */
export async function measureExports(url: string, rowCount: number, report: Report) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { businessId, payments, context } = await findLargestOwner(client);
    for (const list of ['payments', 'deposits'] as const) {
      const [table, at, id] = lists[list];
      const rowsToCome = Math.min(rowCount, payments);
      const copy = `COPY (SELECT * FROM ${table} WHERE business_id = '${businessId}'
        ORDER BY ${at} DESC, ${id} DESC LIMIT ${rowsToCome}) TO STDOUT (FORMAT csv)`;
      await client.query(copy);
      const copying = performance.now();
      await client.query(copy);
      const copySeconds = secondsSince(copying);
      const watch = new MemoryWatch();
      const exporting = performance.now();
      const { body } = await exportList(context, businessId, list, wholeList);
      const { rows, bytes } = await drain(body, rowsToCome, watch);
      const exportSeconds = secondsSince(exporting);
      report({
        list,
        format: 'csv',
        rows,
        exportSeconds,
        copySeconds,
        // Ratio to the time of COPY for the same rows, and to its rate.
        timesAsLong: exportSeconds / copySeconds,
        partOfRate: copySeconds / exportSeconds,
        megabytes: bytes / 1e6,
        ...watch.figures(),
      });
    }
  } finally {
    await client.end();
  }
}

/**
 * Makes a workbook of all payments, as the worker does in the background, downloads it, and deletes it. Stores the download
 * in the file `save`, if it is not null.
 */
export async function measureWorkbook(url: string, report: Report, save: string | null) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { businessId, context } = await findLargestOwner(client);
    const making = new MemoryWatch();
    const begun = performance.now();
    const { fileId } = await startExportFile(context, {
      businessId,
      list: 'payments',
      format: 'xlsx',
      query: '',
    });
    // The progress is only in the database, one update for each batch.
    const statement = { text: 'SELECT rows FROM export_file WHERE file_id = $1', values: [fileId] };
    const looking = setInterval(() => {
      void client
        .query<{ rows: number }>(statement)
        .then(({ rows }) => making.look((rows[0]?.rows ?? 0) / most))
        .catch(() => undefined);
    }, 50);
    await createExportFiles(createContext({ kind: 'system', name: 'bench' }), new AbortController().signal);
    clearInterval(looking);
    const makeSeconds = secondsSince(begun);
    const { rows } = await client.query<{ rows: number; bytes: string; state: string; cut: boolean }>(
      'SELECT rows, bytes::text, state, is_cut AS cut FROM export_file WHERE file_id = $1',
      [fileId],
    );
    const made = rows[0];
    const fetching = performance.now();
    const sending = new MemoryWatch();
    const { body } = await fetchExportFile(context, businessId, fileId);
    let bytes = 0;
    if (save !== null) writeFileSync(save, '');
    for await (const part of body ?? []) {
      if (save !== null) appendFileSync(save, part);
      bytes += part.byteLength;
      sending.look(bytes / Number(made?.bytes ?? 1));
    }
    report({
      list: 'payments',
      format: 'xlsx',
      state: made?.state ?? 'gone',
      rows: made?.rows ?? 0,
      isCut: String(made?.cut ?? false),
      makeSeconds,
      rowsPerSecond: (made?.rows ?? 0) / makeSeconds,
      megabytes: bytes / 1e6,
      ...making.figures(),
      fetchSeconds: secondsSince(fetching),
      fetchPeakHeapMb: sending.figures().peakHeapMb,
    });
    await client.query('DELETE FROM export_file WHERE file_id = $1', [fileId]);
  } finally {
    await client.end();
  }
}

/** Maximum number of rows in a workbook. */
const most = 1_048_575;
