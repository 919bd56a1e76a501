import pg from 'pg';
import { setUtc } from '#lib/database/session-settings.ts';
import { insertDepositCallbacks, insertWithdrawalCallbacks } from './callbacks.ts';
import { insertDeposits, insertRisks, makeDeposits, makeRefunds, makeSums } from './deposits.ts';
import { insertIntents, insertPayments, makePayments } from './payments.ts';
import { sampleTables } from './samples.ts';
import { insertWithdrawals } from './withdrawals.ts';

/** Payments are spread over so many days up to now, more of them the later it is. */
const days = 730;
/** So many are filled beside each other, each by one process of the database. */
const mostLanes = 2;

export type Filling = {
  readonly url: string;
  readonly business: string;
  /** Who made the requests that are ours; null: there are none. */
  readonly maker: string | null;
  /** The number of the first payment, and how many are to come. */
  readonly first: number;
  readonly missing: number;
  /** In one transaction: an interruption leaves whole ones. */
  readonly atOnce: number;
  /** Ends after the transactions that are under way. */
  readonly stop: AbortSignal;
};

type Stretch = { readonly first: number; readonly count: number; readonly from: Date; readonly to: Date };

/** `before`: until then the stretches before this one are not committed. */
async function fillStretch(
  client: pg.Client,
  { business, maker }: Filling,
  now: Date,
  s: Stretch,
  before: Promise<void>,
): Promise<void> {
  await client.query('BEGIN');
  await client.query("SET LOCAL work_mem = '128MB'");
  await client.query('SET LOCAL synchronous_commit = off');
  // The days that Overview adds up are made anew at the end; until then they count for nothing.
  await client.query("SET LOCAL countinghouse.rollup = 'off'");
  await client.query(makePayments, [business, s.first, s.count, s.from, s.to, now]);
  await client.query('ANALYZE seed_payment (n)');
  await client.query(makeDeposits, [business, now]);
  await client.query('ANALYZE seed_deposit (n, m)');
  await client.query(makeRefunds, [now]);
  await client.query(makeSums);
  await client.query('ANALYZE seed_sum (n)');
  await client.query(insertPayments, [business]);
  await client.query(insertDeposits, [business, now]);
  await client.query(insertRisks, [business]);
  await client.query(insertWithdrawals, [business, now]);
  await client.query(insertDepositCallbacks, [business]);
  await client.query(insertWithdrawalCallbacks, [business]);
  if (maker !== null) await client.query(insertIntents, [business, maker]);
  await before;
  await client.query('DELETE FROM money_currency_rollup WHERE business_id = $1', [business]);
  await client.query('DELETE FROM status_rollup WHERE business_id = $1', [business]);
  await client.query('COMMIT');
}

/**
 * Without it the planner takes the records of the business for one in two hundred and goes through all of them for those of
 * a stretch, and a trigger looks for owners of addresses by the plan that it made while there was none.
 */
const countAnew = `ANALYZE review_owner, payment (business_id, payment_id), deposit (business_id, deposit_id),
  withdrawal (business_id, withdrawal_id)`;

/**
 * Fills stretch after stretch, several beside each other. Each is committed after those before it, so that an
 * interruption leaves no gap. Tells after each how many there are, and answers that in the end.
 */
export async function fillInLanes(filling: Filling, tell: (added: number) => void): Promise<number> {
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
    const filled = fillStretch(client, filling, now, stretch, last);
    last = filled;
    await filled;
    added += count;
    tell(added);
    if (added < counted * 2) return;
    counted = added;
    await client.query(countAnew);
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
  // Whatever fails, the others end by themselves: they wait for what was before them, or for their own transaction.
  const ends = await Promise.allSettled(Array.from({ length: lanes }, fillInTurn));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return added;
}
