import 'server-only';

/**
 * Returns a condition on a withdrawal `w`: it was reported after the business began its list, and is on no list. A business
 * without a list expects everything.
 */
export const isUnexpectedSql = `EXISTS (SELECT FROM expected_withdrawal e
    WHERE e.business_id = w.business_id AND e.added_at < w.first_received_at)
  AND NOT EXISTS (SELECT FROM expected_withdrawal e
    WHERE e.business_id = w.business_id AND e.client_withdrawal_id = w.client_withdrawal_id)`;
