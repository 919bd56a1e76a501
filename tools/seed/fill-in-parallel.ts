import pg from 'pg';
import { setUtc } from '#lib/database/session-settings.ts';
import { insertDepositCallbacks, insertWithdrawalCallbacks } from './callbacks.ts';
import { createSumsTableSql, depositsSql, insertDeposits, insertRisks, makeRefunds } from './deposits.ts';
import { insertIntents, insertPayments, makePayments } from './payments.ts';
import { sampleTables } from './samples.ts';
import { insertWithdrawals } from './withdrawals.ts';

/** Payments are spread over this number of days up to now, with more of them at later times. */
const days = 730;
/** Number of concurrent fills, each by one process of the database. */
const mostLanes = 2;

export type FillOptions = {
  readonly url: string;
  readonly business: string;
  /** The person who made our create requests, or null for none. */
  readonly maker: string | null;
  /** The number of the first new payment, and how many to add. */
  readonly first: number;
  readonly missing: number;
  /** Payments in one transaction, which an interruption never splits. */
  readonly atOnce: number;
  /** Stops after the current transactions. */
  readonly stop: AbortSignal;
};

type FillRange = { readonly first: number; readonly count: number; readonly from: Date; readonly to: Date };

/** Fills one batch. `before` resolves when all earlier batches are committed. */
async function fillRange(
  client: pg.Client,
  { business, maker }: FillOptions,
  now: Date,
  s: FillRange,
  before: Promise<void>,
): Promise<void> {
  await client.query('BEGIN');
  await client.query("SET LOCAL work_mem = '128MB'");
  await client.query('SET LOCAL synchronous_commit = off');
  await client.query(makePayments, [business, s.first, s.count, s.from, s.to, now]);
  await client.query('ANALYZE seed_payment (n)');
  await client.query(depositsSql, [business, now]);
  await client.query('ANALYZE seed_deposit (n, m)');
  await client.query(makeRefunds, [now]);
  await client.query(createSumsTableSql);
  await client.query('ANALYZE seed_sum (n)');
  await client.query(insertPayments, [business]);
  await client.query(insertDeposits, [business, now]);
  await client.query(insertRisks, [business]);
  await client.query(insertWithdrawals, [business, now]);
  await client.query(insertDepositCallbacks, [business]);
  await client.query(insertWithdrawalCallbacks, [business]);
  if (maker !== null) await client.query(insertIntents, [business, maker]);
  await before;
  // Day totals are rebuilt at the end. Until then they are read from the records.
  await client.query(
    'UPDATE business SET totals_time_zone = NULL WHERE id = $1 AND totals_time_zone IS NOT NULL',
    [business],
  );
  await client.query('COMMIT');
}

/**
 * Without these statistics the planner expects a business to have one in two hundred records, and scans all of them
 * for each batch. Triggers would also keep the plans that they made for empty tables: a batch then takes ten times as
 * long.
 */
const analyzeTables = 'ANALYZE';

/**
 * Fills batch after batch, several concurrently. Each is committed after all earlier ones, so that an interruption
 * leaves no gap. Reports the number of added payments after each batch, and returns it at the end.
 */
export async function fillInParallel(
  filling: FillOptions,
  onProgress: (added: number) => void,
): Promise<number> {
  const { url, first, missing, atOnce, stop } = filling;
  const now = new Date();
  const moment = (done: number) =>
    new Date(now.getTime() - days * 86_400_000 * (1 - (done / missing) ** 0.7));
  let [taken, added, counted] = [0, 0, 0];
  let last = Promise.resolve();

  async function fillNext(client: pg.Client): Promise<void> {
    const count = Math.min(atOnce, missing - taken);
    const stretch = { first: first + taken, count, from: moment(taken), to: moment(taken + count) };
    taken += count;
    const filled = fillRange(client, filling, now, stretch, last);
    last = filled;
    await filled;
    added += count;
    onProgress(added);
    if (added < counted * 2) return;
    counted = added;
    await client.query(analyzeTables);
  }

  async function fillInTurn(): Promise<void> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    await client.connect();
    await setUtc(client);
    try {
      for (const sql of sampleTables) await client.query(sql);
      while (taken < missing && !stop.aborted) await fillNext(client);
    } finally {
      await client.end();
    }
  }

  const lanes = Math.min(mostLanes, Math.ceil(missing / atOnce));
  // After a failure the other lanes end without help: they wait for earlier batches, or for their own transaction.
  const ends = await Promise.allSettled(Array.from({ length: lanes }, fillInTurn));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return added;
}
