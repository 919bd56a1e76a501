import 'server-only';

/** Keeps a number that the service reports in a range of `digits` digits. Not reported sorts below 0. */
const toRank = (column: string, digits: number, decimals: number): string =>
  `floor((least(greatest(coalesce(${column}, -1), -1), 1e${digits - decimals - 1}::numeric) + 1) * 1e${decimals}::numeric)`;

/**
 * One number for the order of cases `c`: by category, then score, then EUR amount, then the earliest due time. The scale
 * of a score is unknown, so it is compared as reported. Scores and amounts above the range count as equal. The index
 * `review_case_waiting_by_urgency` has this expression.
 */
export const urgencySql = `((((c.risk_weight * 1e22::numeric + ${toRank('c.risk_score_number', 22, 9)}) * 1e18::numeric
  + ${toRank('c.eur', 18, 2)}) * 1e14::numeric + 1e14::numeric - floor(extract(epoch from (c.due_at - timestamptz 'epoch')) * 1000)) * 1e-30::numeric)`;
