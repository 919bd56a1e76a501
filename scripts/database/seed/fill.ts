import pg from 'pg';
import { applyMigrations } from '#lib/platform/migrate.ts';
import { insertDeposits, insertRisks, makeDeposits, makeRefunds, makeSums } from './deposits.ts';
import { dropIndexes, makeIndexes } from './indexes.ts';
import { insertIntents, insertPayments, makePayments } from './payments.ts';
import { uuid } from './randomness.ts';
import { sampleTables } from './samples.ts';
import { insertWithdrawals } from './withdrawals.ts';

/** Payments are spread over so many days up to now, more of them the later it is. */
const days = 730;
/** In one transaction: an interruption leaves whole ones. */
const atOnce = 100_000;
/** From here on it is faster to make the indexes afterwards. */
const manyRows = 300_000;

export class SeedRefusal extends Error {}

export type Fill = {
  readonly url: string;
  /** Null: the first. */
  readonly business: string | null;
  /** In all, with those that are there. */
  readonly payments: number;
  readonly say: (line: string) => void;
  /** Ends after the transaction that is under way. */
  readonly stop: AbortSignal;
};

async function businessOf(client: pg.Client, wanted: string | null): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id::text AS id FROM business WHERE $1::uuid IS NULL OR id = $1::uuid ORDER BY created_at, id LIMIT 1',
    [wanted],
  );
  if (rows[0]) return rows[0].id;
  throw new SeedRefusal(
    wanted === null
      ? 'There is no business yet: run `npm start` once, then seed.'
      : `There is no business ${wanted} here.`,
  );
}

/** How many were seeded before: they are numbered from 0 without a gap, so the first that is missing is looked for. */
async function numberSeeded(client: pg.Client, business: string): Promise<number> {
  const isThere = async (n: number): Promise<boolean> => {
    const { rowCount } = await client.query(
      `SELECT FROM payment WHERE business_id = $1::uuid AND payment_id = ${uuid('$1::uuid', '$2::bigint', "'p'")}`,
      [business, n],
    );
    return rowCount !== 0;
  };
  let [there, missing] = [0, 1];
  while (await isThere(missing - 1)) [there, missing] = [missing, missing * 2];
  while (missing - there > 1) {
    const middle = Math.floor((there + missing) / 2);
    if (await isThere(middle - 1)) there = middle;
    else missing = middle;
  }
  return there;
}

const grouped = (count: number) => count.toLocaleString('en-US');

type Stretch = { readonly first: number; readonly count: number; readonly from: Date; readonly to: Date };

async function fillStretch(client: pg.Client, business: string, now: Date, maker: string | null, s: Stretch) {
  await client.query('BEGIN');
  await client.query("SET LOCAL work_mem = '128MB'");
  await client.query('SET LOCAL synchronous_commit = off');
  // The days that Overview adds up are made anew at the end; until then they count for nothing.
  await client.query("SET LOCAL countinghouse.rollup = 'off'");
  await client.query('DELETE FROM money_rollup WHERE business_id = $1', [business]);
  await client.query('DELETE FROM status_rollup WHERE business_id = $1', [business]);
  await client.query(makePayments, [business, s.first, s.count, s.from, s.to, now]);
  await client.query('ANALYZE seed_payment (n)');
  await client.query(makeDeposits, [business, now]);
  await client.query('ANALYZE seed_deposit (n, m)');
  await client.query(makeRefunds, [now]);
  await client.query(makeSums);
  await client.query('ANALYZE seed_sum (n)');
  await client.query(insertPayments, [business]);
  await client.query(insertDeposits, [business]);
  await client.query(insertRisks, [business]);
  await client.query(insertWithdrawals, [business]);
  if (maker !== null) await client.query(insertIntents, [business, maker]);
  await client.query('COMMIT');
}

/** Tells the planner what has come, and which pages need no second look. */
async function lookThrough(client: pg.Client, say: Fill['say']): Promise<void> {
  for (const table of ['payment', 'deposit', 'deposit_reference', 'deposit_risk', 'withdrawal']) {
    say(`looking through ${table}`);
    await client.query(`VACUUM (ANALYZE) ${table}`);
  }
  await client.query('ANALYZE payment_intent, intent_payment, payment_attempt, review_due');
}

/** Brings the business to so many payments in all, and answers which business it was and how many were added. */
export async function fill({ url, business: wanted, payments, say, stop }: Fill) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { rows: locked } = await client.query(
      "SELECT pg_try_advisory_lock(hashtext('countinghouse seed')) AS mine",
    );
    if (locked[0]?.mine !== true) throw new SeedRefusal('Another seed is at work in this database.');
    await applyMigrations(client);
    const wasInterrupted = await makeIndexes(client, url, say);
    const business = await businessOf(client, wanted);
    const { rows } = await client.query('SELECT count(*)::int AS count FROM payment WHERE business_id = $1', [
      business,
    ]);
    const before = Number(rows[0]?.count ?? 0);
    const missing = payments - before;
    say(`business ${business} has ${grouped(before)} payments, ${grouped(Math.max(missing, 0))} are to come`);
    if (missing <= 0) {
      if (wasInterrupted) await lookThrough(client, say);
      return { business, added: 0 };
    }
    const { rows: makers } = await client.query<{ id: string }>(
      `SELECT person_id::text AS id FROM membership WHERE business_id = $1 AND role IN ('finance', 'owner')
        ORDER BY role, person_id LIMIT 1`,
      [business],
    );
    const first = await numberSeeded(client, business);
    for (const sql of sampleTables) await client.query(sql);
    if (missing >= manyRows && missing > before / 2)
      say(`${await dropIndexes(client)} indexes are made anew at the end; until then pages are slow`);
    const now = new Date();
    const begun = performance.now();
    const moment = (done: number) =>
      new Date(now.getTime() - days * 86_400_000 * (1 - (done / missing) ** 0.7));
    let added = 0;
    while (added < missing && !stop.aborted) {
      const count = Math.min(atOnce, missing - added);
      const stretch = { first: first + added, count, from: moment(added), to: moment(added + count) };
      await fillStretch(client, business, now, makers[0]?.id ?? null, stretch);
      added += count;
      const rate = added / ((performance.now() - begun) / 1_000);
      const left = Math.ceil((missing - added) / rate);
      say(
        `${grouped(before + added)} of ${grouped(payments)} payments, ${grouped(Math.round(rate))}/s, ${left} s to go`,
      );
    }
    await makeIndexes(client, url, say);
    await lookThrough(client, say);
    return { business, added };
  } finally {
    await client.end();
  }
}
