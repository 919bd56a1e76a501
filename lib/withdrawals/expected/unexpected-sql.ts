import 'server-only';

/** A condition: an earlier withdrawal has the client withdrawal ID of `w`. An attempt that failed paid nothing out. */
export const isRepeatedSql = `EXISTS (SELECT FROM withdrawal o
  WHERE o.business_id = w.business_id AND o.client_withdrawal_id = w.client_withdrawal_id
    AND o.status IS DISTINCT FROM 'FAILED'
    AND (o.first_received_at, o.withdrawal_id) < (w.first_received_at, w.withdrawal_id))`;

const isListedSql = (id: string) => `EXISTS (SELECT FROM expected_withdrawal e
  WHERE e.business_id = w.business_id AND e.client_withdrawal_id = ${id})`;

/**
 * Returns the condition that a withdrawal `w` of the business $1 is unexpected. It was reported after the business began its
 * list, and its client withdrawal ID is not listed or was paid out before. One whose own ID is listed was accepted by a
 * person. A business without a list expects everything. The time depends on the business alone, so it is read once a statement.
 */
export const isUnexpectedSql = `(w.first_received_at > (
    SELECT min(e.added_at) FROM expected_withdrawal e WHERE e.business_id = $1::uuid)
  AND NOT ${isListedSql('w.withdrawal_id::text')}
  AND (NOT ${isListedSql('w.client_withdrawal_id')} OR ${isRepeatedSql}))`;
