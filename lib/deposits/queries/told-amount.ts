import 'server-only';
import type { Provisional } from '#lib/values/provisional.ts';

const callback: Provisional = 'callback';

/** Of a deposit, `d`, whose amount only a callback told. */
export const depositProvisional = `CASE WHEN d.deposit_amount IS NULL AND d.callback_deposit_amount IS NOT NULL
  THEN '${callback}' END`;

/** What came with a deposit, `d`: as its record tells it, else as a callback did, which the second column says. */
export const reportedDepositAmount = `trim_scale(coalesce(d.deposit_amount, d.callback_deposit_amount))::text AS amount,
  ${depositProvisional} AS provisional`;
