import 'server-only';

/**
 * Returns a condition on a withdrawal `w` of the business $1: it was reported after the business began its list, and is on no
 * list. A business without a list expects everything. The time depends on the business alone, so it is read once a statement.
 */
export const isUnexpectedSql = `(w.first_received_at > (
    SELECT min(e.added_at) FROM expected_withdrawal e WHERE e.business_id = $1::uuid)
  AND NOT EXISTS (SELECT FROM expected_withdrawal e
    WHERE e.business_id = w.business_id AND e.client_withdrawal_id = w.client_withdrawal_id))`;
