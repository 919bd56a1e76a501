import 'server-only';
import { depositProvisional } from '#lib/deposits/index.ts';
import { withdrawalProvisional } from '#lib/withdrawals/index.ts';

/**
 * Amounts of a case and its merged cases, for queries of `review_case c` of the business `$1` with its deposit `d` or
 * withdrawal `w`. A sum is null unless every part is reported in the same currency.
 */

const amount = `coalesce(d.deposit_amount, d.callback_deposit_amount, w.actual_withdraw_amount,
  w.estimated_withdraw_amount)`;
const provisional = `coalesce(${depositProvisional}, ${withdrawalProvisional})`;
const currency = 'coalesce(d.deposit_currency, w.withdraw_currency)';

/** The amounts of merged cases by target, joined as `j`. */
export const mergedAmountsSql = `SELECT m.merged_into AS case_id, count(*)::int AS count,
    CASE WHEN count(DISTINCT ${currency}) = 1 AND bool_and(${amount} IS NOT NULL AND ${currency} IS NOT NULL)
      THEN min(${currency}) END AS currency,
    sum(${amount}) AS amount, max(${provisional}) AS provisional,
    CASE WHEN bool_and(review_deposit_eur(d) IS NOT NULL) THEN sum(review_deposit_eur(d)) END AS eur
  FROM review_case m
  LEFT JOIN deposit d ON m.subject_kind = 'deposit' AND d.business_id = m.business_id AND d.deposit_id = m.subject_id
  LEFT JOIN withdrawal w ON m.subject_kind = 'withdrawal'
    AND w.business_id = m.business_id AND w.withdrawal_id = m.subject_id
  WHERE m.business_id = $1::uuid AND m.merged_into IS NOT NULL GROUP BY m.merged_into`;

const isOfOneCurrency = `j.currency = ${currency} AND ${amount} IS NOT NULL`;
export const totalAmountSql = `CASE WHEN j.case_id IS NULL THEN ${amount} WHEN ${isOfOneCurrency} THEN ${amount} + j.amount END`;
export const totalCurrencySql = `CASE WHEN j.case_id IS NULL OR ${isOfOneCurrency} THEN ${currency} END`;
/** Set if a part may differ from the moved amount. */
export const totalProvisionalSql = `coalesce(${provisional}, j.provisional)`;
export const totalEurSql = `CASE WHEN j.case_id IS NULL THEN review_deposit_eur(d)
  ELSE review_deposit_eur(d) + j.eur END`;
