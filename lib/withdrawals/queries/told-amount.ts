import 'server-only';
import type { Provisional } from '#lib/values/provisional.ts';

const estimate: Provisional = 'estimate';

/** Of a withdrawal, `w`, of which only an estimate was told. */
export const withdrawalProvisional = `CASE WHEN w.actual_withdraw_amount IS NULL AND w.estimated_withdraw_amount IS NOT NULL
  THEN '${estimate}' END`;

/** What a withdrawal, `w`, paid out; where that was not told its estimate, which the second column says. */
export const reportedWithdrawalAmount = `trim_scale(coalesce(w.actual_withdraw_amount, w.estimated_withdraw_amount))::text AS amount,
  ${withdrawalProvisional} AS provisional`;
