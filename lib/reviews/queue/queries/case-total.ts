import 'server-only';
import { depositProvisionalSql } from '#lib/deposits/index.ts';
import { withdrawalProvisionalSql } from '#lib/withdrawals/index.ts';

/**
 * Selects the total of the subjects that `review_case c` of the business `$1` owns. The amount of several subjects is null
 * unless each is reported in the same currency, and the EUR value unless each is reported.
 */
export const caseTotalSql = `SELECT subjects, provisional, eur, CASE WHEN is_of_one_currency THEN amount END AS amount,
    CASE WHEN is_of_one_currency THEN currency END AS currency
  FROM (
    SELECT count(*)::int AS subjects, sum(amount) AS amount, min(currency) AS currency, max(provisional) AS provisional,
           CASE WHEN bool_and(eur IS NOT NULL) THEN sum(eur) END AS eur,
           count(*) = 1 OR count(DISTINCT currency) = 1 AND bool_and(amount IS NOT NULL AND currency IS NOT NULL)
             AS is_of_one_currency
      FROM (
        SELECT coalesce(d.deposit_amount, d.callback_deposit_amount, w.actual_withdraw_amount, w.estimated_withdraw_amount)
                 AS amount, coalesce(d.deposit_currency, w.withdraw_currency) AS currency,
               coalesce(${depositProvisionalSql}, ${withdrawalProvisionalSql}) AS provisional, (review_deposit_value(d)).eur AS eur
          FROM review_case m
          LEFT JOIN deposit d ON m.subject_kind = 'deposit' AND d.business_id = m.business_id AND d.deposit_id = m.subject_id
          LEFT JOIN withdrawal w ON m.subject_kind = 'withdrawal'
            AND w.business_id = m.business_id AND w.withdrawal_id = m.subject_id
         WHERE m.business_id = $1::uuid AND m.owner_id = c.case_id) AS subject) AS whole`;
