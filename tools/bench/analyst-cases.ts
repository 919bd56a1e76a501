import type { Client } from './pages-database.ts';

/** Opens a case for the newest deposits without one, as a person would. Returns their number. */
export async function openAnalystCases(client: Client, businessId: string, count: number): Promise<number> {
  const { rowCount } = await client.query(
    `WITH opened AS (
       INSERT INTO review_case (business_id, subject_kind, subject_id, opened_at, due_at, changed_at)
       SELECT d.business_id, 'deposit', d.deposit_id, now(), now() + interval '24 hours', now() FROM deposit d
        WHERE d.business_id = $1 AND NOT EXISTS (SELECT FROM review_case c WHERE c.business_id = d.business_id
          AND c.subject_kind = 'deposit' AND c.subject_id = d.deposit_id)
        ORDER BY d.sort_at DESC, d.deposit_id DESC LIMIT $2
       RETURNING business_id, case_id)
     INSERT INTO review_fact (business_id, case_id, kind, seen_at, detail)
     SELECT business_id, case_id, 'manual', now(), '{"reason": "Opened by the benchmark"}' FROM opened`,
    [businessId, count],
  );
  return rowCount ?? 0;
}
