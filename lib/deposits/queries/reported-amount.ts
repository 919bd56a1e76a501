import 'server-only';
import type { Provisional } from '#lib/values/provisional.ts';

const callback: Provisional = 'callback';

/** SQL that marks the amount of the deposit `d` as provisional when only a callback reported it. */
export const depositProvisionalSql = `CASE WHEN d.deposit_amount IS NULL AND d.callback_deposit_amount IS NOT NULL
  THEN '${callback}' END`;

/** SQL of the amount of the deposit `d`: the record's, or else the callback's. The second column marks the callback's. */
export const reportedDepositAmount = `trim_scale(coalesce(d.deposit_amount, d.callback_deposit_amount))::text AS amount,
  ${depositProvisionalSql} AS provisional`;
