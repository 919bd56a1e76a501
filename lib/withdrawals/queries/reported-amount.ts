import 'server-only';
import type { Provisional } from '#lib/values/provisional.ts';

const estimate: Provisional = 'estimate';

/** SQL that marks the amount of the withdrawal `w` as provisional when only an estimate was reported. */
export const withdrawalProvisionalSql = `CASE WHEN w.actual_withdraw_amount IS NULL AND w.estimated_withdraw_amount IS NOT NULL
  THEN '${estimate}' END`;

/** SQL of the amount of the withdrawal `w`: the amount paid out, or else the estimate. The second column marks the estimate. */
export const reportedWithdrawalAmount = `trim_scale(coalesce(w.actual_withdraw_amount, w.estimated_withdraw_amount))::text AS amount,
  ${withdrawalProvisionalSql} AS provisional`;
