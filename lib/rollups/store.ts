import 'server-only';
import { databasePool } from '#lib/platform/db.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';

/** One at a time, in the whole installation: compacting, or making anew. Any number nobody else uses. */
const lock = 7_310_443_921;

/**
 * Runs `work` in a transaction that holds the lock; null where somebody else is at it. In a snapshot the lock may come
 * after a difference was taken away that the snapshot shows: then the database refuses, and it is tried again later.
 */
export async function alone<T>(
  isolation: 'READ COMMITTED' | 'REPEATABLE READ',
  work: (query: Query) => Promise<T>,
): Promise<T | null> {
  const client = await databasePool().connect();
  let ended = false;
  try {
    await client.query(`BEGIN ISOLATION LEVEL ${isolation}`);
    const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS mine', [lock]);
    const isMine = rows[0]?.mine === true;
    const result = isMine ? await work((text, values) => client.query(text, values)) : null;
    await client.query('COMMIT');
    ended = true;
    return result;
  } finally {
    // A connection that is still in its transaction is closed, which undoes it.
    client.release(!ended);
  }
}

type Query = (
  text: string,
  values?: unknown[],
) => Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;

const sums =
  'count, deposited, deposited_known, reported, reported_known, settled, settled_known, eur, eur_known';
const added = sums
  .split(', ')
  .map((column) => `${column} = money_day.${column} + EXCLUDED.${column}`)
  .join(', ');

/** How many differences are taken into the days in one transaction. */
const batch = 5_000;

/**
 * Takes differences into their days, oldest first, and answers how many. Those of a business whose days are not whole
 * wait until they are made anew.
 */
export const compactMoney = (): Promise<number | null> =>
  alone('READ COMMITTED', async (query) => {
    const { rows } = await query(
      `WITH taken AS (
         DELETE FROM money_delta WHERE id IN (
           SELECT d.id FROM money_delta d
             JOIN money_rollup r USING (business_id) JOIN business b ON b.id = r.business_id AND b.time_zone = r.time_zone
            ORDER BY d.id LIMIT ${batch})
         RETURNING *),
       days AS (
         INSERT INTO money_day (business_id, flow, day, coin, settlement, ${sums})
         SELECT t.business_id, t.flow, (t.at AT TIME ZONE r.time_zone)::date, t.coin, t.settlement, sum(count),
                sum(deposited), sum(deposited_known), sum(reported), sum(reported_known),
                sum(settled), sum(settled_known), sum(eur), sum(eur_known)
           FROM taken t JOIN money_rollup r USING (business_id)
          GROUP BY 1, 2, 3, 4, 5
          ORDER BY 1, 2, 3, 4, 5
         ON CONFLICT (business_id, flow, day, coin, settlement) DO UPDATE SET ${added})
       SELECT count(*)::int AS count FROM taken`,
    );
    return Number(rows[0]?.['count'] ?? 0);
  });

/** Businesses whose days are not whole, or cut in another time zone than theirs. */
export async function businessesToMake(): Promise<readonly BusinessId[]> {
  const { rows } = await databasePool().query<{ id: string }>(
    `SELECT b.id::text AS id FROM business b LEFT JOIN money_rollup r ON r.business_id = b.id
      WHERE r.time_zone IS DISTINCT FROM b.time_zone ORDER BY b.id`,
  );
  return rows.map(({ id }) => toId<BusinessId>(id));
}

/** What the days should be, made from the records; `$1` is the business, `$2` its time zone. */
export const daysFromRecords = `
  SELECT d.business_id, 'in' AS flow, (d.sort_at AT TIME ZONE $2)::date AS day, coalesce(d.deposit_currency, '') AS coin,
         coalesce(d.settlement_currency, '') AS settlement, count(*) AS count,
         coalesce(sum(d.deposit_amount), 0) AS deposited, count(d.deposit_amount) AS deposited_known,
         coalesce(sum(d.callback_deposit_amount) FILTER (WHERE d.deposit_amount IS NULL), 0) AS reported,
         count(d.callback_deposit_amount) FILTER (WHERE d.deposit_amount IS NULL) AS reported_known,
         coalesce(sum(d.settlement_payable_amount), 0) AS settled, count(d.settlement_payable_amount) AS settled_known,
         coalesce(sum(d.uniform_payable_amount), 0) AS eur, count(d.uniform_payable_amount) AS eur_known
    FROM deposit d
   WHERE d.business_id = $1::uuid AND d.status = 'CONFIRMED' AND d.deposit_received_at IS NOT NULL
   GROUP BY 1, 2, 3, 4, 5
  UNION ALL
  SELECT w.business_id, 'out', (w.first_received_at AT TIME ZONE $2)::date, '', coalesce(w.settlement_currency, ''), count(*),
         0, 0, 0, 0, coalesce(sum(w.deducted_settlement_amount), 0), count(w.deducted_settlement_amount), 0, 0
    FROM withdrawal w
   WHERE w.business_id = $1::uuid AND w.status = 'COMPLETED'
   GROUP BY 1, 2, 3, 4, 5`;

/**
 * Makes a business's days anew from its deposits and withdrawals, in one snapshot: the differences that are in the
 * snapshot go, those that come meanwhile stay and are added later. Null where somebody else is at it.
 */
export const makeMoneyAnew = (businessId: BusinessId): Promise<{ days: number } | null> =>
  alone('REPEATABLE READ', async (query) => {
    const { rows } = await query('SELECT time_zone FROM business WHERE id = $1', [businessId]);
    const zone = String(rows[0]?.['time_zone'] ?? 'UTC');
    await query('DELETE FROM money_day WHERE business_id = $1', [businessId]);
    await query('DELETE FROM money_delta WHERE business_id = $1', [businessId]);
    const made = await query(
      `INSERT INTO money_day (business_id, flow, day, coin, settlement, ${sums}) ${daysFromRecords}`,
      [businessId, zone],
    );
    await query(
      `INSERT INTO money_rollup (business_id, time_zone, made_at) VALUES ($1, $2, now())
       ON CONFLICT (business_id) DO UPDATE SET time_zone = EXCLUDED.time_zone, made_at = EXCLUDED.made_at`,
      [businessId, zone],
    );
    return { days: made.rowCount ?? 0 };
  });
