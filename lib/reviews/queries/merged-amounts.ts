import 'server-only';
import { depositProvisionalSql } from '#lib/deposits/index.ts';
import { withdrawalProvisionalSql } from '#lib/withdrawals/index.ts';
import { lookUpSubject } from './subject-lookup.ts';

/**
 * Amounts of a case and its merged cases, for queries of `review_case c` of the business `$1` with its deposit `d` or
 * withdrawal `w`. A sum is null unless every part is reported in the same currency.
 */

const amount = `coalesce(d.deposit_amount, d.callback_deposit_amount, w.actual_withdraw_amount,
  w.estimated_withdraw_amount)`;
const provisional = `coalesce(${depositProvisionalSql}, ${withdrawalProvisionalSql})`;
const currency = 'coalesce(d.deposit_currency, w.withdraw_currency)';

/** Selects the amounts of the cases that were merged into `c`, or no row. Each case looks up its own by an index. */
export const mergedAmountsSql = `SELECT c.case_id, count(*)::int AS count,
    CASE WHEN count(DISTINCT ${currency}) = 1 AND bool_and(${amount} IS NOT NULL AND ${currency} IS NOT NULL)
      THEN min(${currency}) END AS currency,
    sum(${amount}) AS amount, max(${provisional}) AS provisional,
    CASE WHEN bool_and(review_deposit_eur(d) IS NOT NULL) THEN sum(review_deposit_eur(d)) END AS eur
  FROM review_case m
  LEFT JOIN deposit d ON m.subject_kind = 'deposit' AND d.business_id = m.business_id AND d.deposit_id = m.subject_id
  LEFT JOIN withdrawal w ON m.subject_kind = 'withdrawal'
    AND w.business_id = m.business_id AND w.withdrawal_id = m.subject_id
  WHERE m.business_id = $1::uuid AND m.merged_into = c.case_id HAVING count(*) > 0`;

type Part = { readonly amount: string; readonly currency: string };

const addMergedAmounts = (part: Part): Part => {
  const isOfOneCurrency = `j.currency = ${part.currency} AND ${part.amount} IS NOT NULL`;
  return {
    amount: `CASE WHEN j.case_id IS NULL THEN ${part.amount} WHEN ${isOfOneCurrency} THEN ${part.amount} + j.amount END`,
    currency: `CASE WHEN j.case_id IS NULL OR ${isOfOneCurrency} THEN ${part.currency} END`,
  };
};

const total = addMergedAmounts({ amount, currency });
export const totalAmountSql = total.amount;
export const totalCurrencySql = total.currency;

/** The same totals for filters. */
export const filteredTotal: Part = addMergedAmounts({
  amount: lookUpSubject({
    deposit: 'coalesce(x.deposit_amount, x.callback_deposit_amount)',
    withdrawal: 'coalesce(x.actual_withdraw_amount, x.estimated_withdraw_amount)',
  }),
  currency: lookUpSubject({ deposit: 'x.deposit_currency', withdrawal: 'x.withdraw_currency' }),
});
/** Set if a part may differ from the moved amount. */
export const totalProvisionalSql = `coalesce(${provisional}, j.provisional)`;
export const totalEurSql = `CASE WHEN j.case_id IS NULL THEN review_deposit_eur(d)
  ELSE review_deposit_eur(d) + j.eur END`;
