import type pg from 'pg';

/**
 * Opens cases for deposits without one until this many wait for a decision, in one statement and without the sweep. Their
 * risk, amounts, times and assignees are spread as in a busy queue. Returns the number of waiting cases.
 */
export async function openWaitingCases(
  client: pg.Client,
  { businessId, personId, count }: { businessId: string; personId: string; count: number },
): Promise<number> {
  const countWaiting = async () => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM review_case WHERE business_id = $1 AND state IN ('open', 'proposed')`,
      [businessId],
    );
    return rows[0]?.count ?? 0;
  };
  const missing = count - (await countWaiting());
  if (missing > 0)
    await client.query(
      `WITH chosen AS (
         SELECT d.business_id, d.deposit_id, row_number() OVER (ORDER BY d.deposit_id)::int AS n FROM deposit d
          WHERE d.business_id = $1 AND NOT EXISTS (SELECT FROM review_case c WHERE c.business_id = d.business_id
            AND c.subject_kind = 'deposit' AND c.subject_id = d.deposit_id)
          ORDER BY d.deposit_id LIMIT $2),
       opened AS (
         INSERT INTO review_case (business_id, subject_kind, subject_id, opened_at, due_at, changed_at, assignee_id,
                                  snoozed_until, eur, risk_category, risk_weight, risk_score, risk_score_number)
         SELECT business_id, 'deposit', deposit_id, at, at + interval '24 hours', at,
                CASE WHEN n % 60 = 0 THEN $3::uuid WHEN n % 3 = 0 THEN md5((n % 19)::text)::uuid END, CASE WHEN n % 11 = 0 THEN now() + interval '3 days' END,
                CASE WHEN n % 4 > 0 THEN n % 9973 + 0.25 END,
                (ARRAY['SANCTIONS', 'MIXER', 'GAMBLING', 'EXCHANGE'])[n % 12],
                coalesce((ARRAY[1000, 700, 300, 100])[n % 12], 0), CASE WHEN n % 2 = 0 THEN (n % 100)::text END,
                CASE WHEN n % 2 = 0 THEN n % 100 END
           FROM (SELECT *, now() - interval '1 minute' * (n * 7919 % 86400) AS at FROM chosen) AS spread
         RETURNING business_id, case_id, opened_at)
       INSERT INTO review_fact (business_id, case_id, kind, seen_at, detail)
       SELECT business_id, case_id, 'manual', opened_at, '{"reason": "Opened by the benchmark"}' FROM opened`,
      [businessId, missing, personId],
    );
  await client.query('VACUUM (ANALYZE) review_case, review_fact');
  return countWaiting();
}
