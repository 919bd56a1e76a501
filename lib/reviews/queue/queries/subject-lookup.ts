import 'server-only';
import type { SubjectKind } from '../../model.ts';

/**
 * Returns an expression of `review_case c` that looks up a column of its record `x`, for the kinds that have it.
 *
 * Filters use it instead of the joined records. Joins would make the planner read all withdrawals before the few rows that
 * are checked, and counts couldn't be answered by the index alone.
 */
export function lookUpSubject(columns: Readonly<Partial<Record<SubjectKind, string>>>): string {
  const lookups = Object.entries(columns).map(
    ([kind, column]) => `WHEN '${kind}' THEN (SELECT ${column} FROM ${kind} x
      WHERE x.business_id = c.business_id AND x.${kind}_id = c.subject_id)`,
  );
  return `(CASE c.subject_kind ${lookups.join(' ')} END)`;
}
