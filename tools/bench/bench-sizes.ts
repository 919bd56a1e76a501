import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openFilledDatabase } from './filled-database.ts';

/**
 * `npm run bench:sizes [-- --payments N] [--indexes] [--folder DIR]` measures the bytes that a payment takes in the
 * database: with its deposits, their risk detail and references, withdrawals, requests and daily totals, and all of
 * their indexes. Callbacks, answers, cases and the audit log are not counted. The seed fills the database in order of
 * time with all indexes in place, so the pages of the indexes are as full as those of an installation that grew. Prints
 * a line of JSON for each table (`--indexes`: for each index too), as it grew and after `REINDEX`.
 */
const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '100000' },
    indexes: { type: 'boolean', default: false },
    folder: { type: 'string' },
  },
});

const countedTables = [
  'payment',
  'deposit',
  'deposit_risk',
  'withdrawal',
  'withdrawal_risk',
  'payment_intent',
  'intent_payment',
  'payment_attempt',
  'day_total',
  'dirty_day',
];

type Size = { readonly table: string; readonly index: string | null; readonly bytes: number };

async function readSizes(client: pg.Client): Promise<readonly Size[]> {
  const { rows } = await client.query<Size>(
    `SELECT t.relname AS table, NULL AS index, pg_table_size(t.oid)::float8 AS bytes
       FROM pg_class t WHERE t.oid = ANY($1::regclass[])
     UNION ALL
     SELECT t.relname, x.relname, pg_relation_size(x.oid)::float8
       FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
      WHERE i.indrelid = ANY($1::regclass[])
      ORDER BY bytes DESC`,
    [countedTables],
  );
  return rows;
}

function printSizes(state: 'grown' | 'reindexed', sizes: readonly Size[], payments: number): void {
  const sum = (counted: readonly Size[]) =>
    Math.round(counted.reduce((bytes, size) => bytes + size.bytes, 0) / payments);
  for (const table of countedTables) {
    const own = sizes.filter((size) => size.table === table);
    const [rows, indexes] = [
      own.filter(({ index }) => index === null),
      own.filter(({ index }) => index !== null),
    ];
    console.log(
      JSON.stringify({ bench: 'sizes', state, table, rowBytes: sum(rows), indexBytes: sum(indexes) }),
    );
    if (!values.indexes) continue;
    for (const size of indexes)
      console.log(JSON.stringify({ bench: 'sizes', state, index: size.index, bytes: sum([size]) }));
  }
  console.log(JSON.stringify({ bench: 'sizes', state, bytesPerPayment: sum(sizes) }));
}

const payments = Number(values.payments);
const folder = values.folder ?? fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-sizes-'));
fs.mkdirSync(folder, { recursive: true });
// The database runs as another user if this one is root.
fs.chmodSync(folder, 0o755);
const { url, stop } = await openFilledDatabase(folder, payments);
const client = new pg.Client({ connectionString: url });
try {
  await client.connect();
  printSizes('grown', await readSizes(client), payments);
  for (const table of countedTables) await client.query(`REINDEX TABLE ${table}`);
  printSizes('reindexed', await readSizes(client), payments);
} finally {
  await client.end();
  await stop();
  if (values.folder === undefined) fs.rmSync(folder, { recursive: true, force: true });
}
