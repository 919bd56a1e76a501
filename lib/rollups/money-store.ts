import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import type { DaySums } from './day-store.ts';
import { rebuildDays } from './day-store.ts';
import { moneySums, splitByCurrency, sumColumns } from './per-currency.ts';

const key = 'business_id, flow, day, per, coin, settlement';
const columns = `${key}, ${moneySums}`;
const addToExisting = moneySums
  .split(', ')
  .map((column) => `${column} = money_currency_day.${column} + EXCLUDED.${column}`)
  .join(', ');

/** Daily sums of a business's records (`$1`) in its time zone (`$2`). */
const records = `
    SELECT d.business_id, 'in' AS flow, (d.sort_at AT TIME ZONE $2)::date AS day, coalesce(d.deposit_currency, '') AS coin,
           coalesce(d.settlement_currency, '') AS settlement, count(*) AS count,
           coalesce(sum(d.deposit_amount), 0) AS deposited, count(d.deposit_amount) AS deposited_known,
           coalesce(sum(d.callback_deposit_amount) FILTER (WHERE d.deposit_amount IS NULL), 0) AS reported,
           count(d.callback_deposit_amount) FILTER (WHERE d.deposit_amount IS NULL) AS reported_known,
           coalesce(sum(d.settlement_payable_amount), 0) AS settled, count(d.settlement_payable_amount) AS settled_known,
           coalesce(sum(d.uniform_payable_amount), 0) AS eur, count(d.uniform_payable_amount) AS eur_known
      FROM deposit d
     WHERE d.business_key = business_key($1::uuid) AND d.status = 'CONFIRMED' AND d.deposit_received_at IS NOT NULL
     GROUP BY 1, 2, 3, 4, 5
    UNION ALL
    SELECT w.business_id, 'out', (w.first_received_at AT TIME ZONE $2)::date, '', coalesce(w.settlement_currency, ''), count(*),
           0, 0, 0, 0, coalesce(sum(w.deducted_settlement_amount), 0), count(w.deducted_settlement_amount), 0, 0
      FROM withdrawal w
     WHERE w.business_id = $1::uuid AND w.status = 'COMPLETED'
     GROUP BY 1, 2, 3, 4, 5`;

/** Money in and out: confirmed deposits and completed withdrawals. */
export const moneyDaySums: DaySums = {
  days: 'money_currency_day',
  deltas: 'money_delta',
  rollups: 'money_currency_rollup',
  columns,
  fromRecords: `
    SELECT ${key}, ${sumColumns(moneySums)} FROM (${splitByCurrency(records, 'business_id, flow, day')}) AS sides GROUP BY ${key}`,
  addDifferences: `
    INSERT INTO money_currency_day (${columns})
    SELECT ${key}, ${sumColumns(moneySums)}
      FROM (${splitByCurrency(
        'SELECT t.*, (t.at AT TIME ZONE r.time_zone)::date AS day FROM taken t JOIN money_currency_rollup r USING (business_id)',
        'business_id, flow, day',
      )}) AS sides
     GROUP BY ${key}
     ORDER BY ${key}
    ON CONFLICT (${key}) DO UPDATE SET ${addToExisting}`,
};

export const rebuildMoneyDays = (businessId: BusinessId) => rebuildDays(moneyDaySums, businessId);
