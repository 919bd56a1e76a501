import pg from 'pg';
import { exportList } from '#lib/exports/index.ts';
import { wholeList } from '#lib/values/list-query.ts';
import { ownerOfMost } from './owner.ts';

const lists = {
  payments: ['payment', 'sort_at', 'payment_id'],
  deposits: ['deposit', 'sort_at', 'deposit_id'],
} as const;

export type ExportFigures = {
  readonly list: string;
  readonly rows: number;
  readonly exportSeconds: number;
  readonly copySeconds: number;
  /** How many times as long as COPY of the same rows, and which part of its rate. */
  readonly timesAsLong: number;
  readonly partOfRate: number;
  /** The most that the heap grew by, in MB, and what the file weighs. */
  readonly heapGrowthMb: number;
  readonly megabytes: number;
};

const newline = 10;

/** Reads the file until it has so many lines, and no further. */
async function drain(body: ReadableStream<Uint8Array>, lines: number) {
  const reader = body.getReader();
  const heap = process.memoryUsage().heapUsed;
  let [seen, bytes, most] = [0, 0, 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    for (let at = value.indexOf(newline); at !== -1; at = value.indexOf(newline, at + 1)) seen += 1;
    most = Math.max(most, process.memoryUsage().heapUsed - heap);
    if (seen > lines) break;
  }
  await reader.cancel();
  return { rows: seen - 1, bytes, most };
}

const secondsSince = (begun: number) => (performance.now() - begun) / 1_000;

/** The newest rows as CSV by our export and by COPY to this process, one after the other, in one run. */
export async function measureExports(url: string, wanted: number, tell: (figures: ExportFigures) => void) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { businessId, payments, context } = await ownerOfMost(client);
    for (const list of ['payments', 'deposits'] as const) {
      const [table, at, id] = lists[list];
      const rowsToCome = Math.min(wanted, payments);
      const copy = `COPY (SELECT * FROM ${table} WHERE business_id = '${businessId}'
        ORDER BY ${at} DESC, ${id} DESC LIMIT ${rowsToCome}) TO STDOUT (FORMAT csv)`;
      await client.query(copy);
      const copying = performance.now();
      await client.query(copy);
      const copySeconds = secondsSince(copying);
      const exporting = performance.now();
      const { body } = await exportList(context, businessId, list, wholeList);
      const { rows, bytes, most } = await drain(body, rowsToCome);
      const exportSeconds = secondsSince(exporting);
      tell({
        list,
        rows,
        exportSeconds,
        copySeconds,
        timesAsLong: exportSeconds / copySeconds,
        partOfRate: copySeconds / exportSeconds,
        heapGrowthMb: most / 1e6,
        megabytes: bytes / 1e6,
      });
    }
  } finally {
    await client.end();
  }
}
