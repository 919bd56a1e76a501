import 'server-only';
import { serviceSettings } from '#lib/service/index.ts';

const openStatuses = "('NEW', 'PENDING', 'AWAITING')";

/** Conditions of the partial indexes with the payments that can expire. Keep in step with the migrations. */
export const unpaidConditions = {
  open: `p.type = 'ONE_TIME' AND p.status IN ${openStatuses}`,
  all: "p.status IN ('NEW', 'PENDING', 'AWAITING', 'EXPIRED')",
} as const;

/** Longest time limit that is estimated, in minutes: about 19 years. A longer one would exceed any date. */
const longestMinutes = 10_000_000;

/** The reported expiry of a payment, or its estimate. Keep in step with `calculateExpiry` in `model.ts`. */
const expirySql = (): string => {
  const start =
    serviceSettings().expiryStart === 'requested' ? 'p.payment_requested_at' : 'p.payment_initiated_at';
  return `coalesce(p.expiration_time, CASE WHEN p.expiration_minutes = 0 THEN ${start} + interval '7 days'
      WHEN p.expiration_minutes BETWEEN 1 AND ${longestMinutes}
        THEN ${start} + make_interval(mins => p.expiration_minutes::int) END)`;
};

/**
 * Returns the condition of the filter by expiry. `soon` are open payments that expire within 24 hours. `past` are expired
 * ones, as reported by the service or by their time. A payment whose deposits cover the price is neither, also when the
 * service keeps it expired. The list itself adds `unpaidConditions.open` where only `soon` is selected: for a status
 * that is compared twice, the planner expects too few rows, and reads all payments of that status.
 */
export function expiryCondition(values: readonly string[]): string {
  const uncovered = "(p.confirmed_deposit_count = 0 OR coalesce(p.coverage, '') NOT IN ('exact', 'over'))";
  const unpaid = `${unpaidConditions.open} AND ${uncovered}`;
  const expiry = expirySql();
  const conditions: Readonly<Record<string, string>> = {
    soon: `${values.includes('past') ? unpaid : uncovered} AND ${expiry} >= now() AND ${expiry} < now() + interval '24 hours'`,
    past: `(p.status = 'EXPIRED' AND ${uncovered}) OR (${unpaid} AND ${expiry} < now())`,
  };
  const selected = values.flatMap((value) => (Object.hasOwn(conditions, value) ? [conditions[value]] : []));
  return selected.length === 0 ? 'false' : `(${selected.map((condition) => `(${condition})`).join(' OR ')})`;
}
