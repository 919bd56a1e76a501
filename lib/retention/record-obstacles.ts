import 'server-only';

const hasCase = (kind: string, id: string) =>
  `EXISTS (SELECT FROM review_case c WHERE c.business_id = $1::uuid AND c.subject_kind = '${kind}' AND c.subject_id = ${id})
   OR EXISTS (SELECT FROM review_change u WHERE u.business_id = $1::uuid AND u.subject_id = ${id})`;

/**
 * True for a movement at this time in a period that a business, which closes its periods in this currency, has not closed, or
 * has reopened. A statement of that period still needs the record.
 */
const isInOpenPeriod = (currency: string, at: string) =>
  `EXISTS (SELECT FROM period_close p WHERE p.business_id = $1::uuid AND p.currency = ${currency} AND p.begins_at <= ${at})
   AND NOT EXISTS (SELECT FROM period_close p WHERE p.business_id = $1::uuid AND p.currency = ${currency}
                      AND p.reopened_at IS NULL AND p.begins_at <= ${at} AND p.ends_at > ${at})`;

/**
 * SQL with the reason why a record `e` of business `$1` stays although its time is over and no hold is on it, or null. A callback
 * about an existing record expires with that record. Conflicting sources are evidence of each other, so a record that another
 * one's callback or conflict names stays too.
 */
export const recordObstacles = {
  payment: `CASE
    WHEN ${hasCase('payment', 'e.payment_id')} OR EXISTS (
      SELECT FROM deposit d WHERE d.business_id = $1::uuid AND d.payment_id = e.payment_id AND (${hasCase('deposit', 'd.deposit_id')}))
      THEN 'case'
    WHEN e.next_read_at IS NOT NULL THEN 'read'
    WHEN EXISTS (SELECT FROM deposit d WHERE d.business_id = $1::uuid AND d.payment_id = e.payment_id AND d.status = 'CONFIRMED'
                    AND ${isInOpenPeriod('d.settlement_currency', 'd.deposit_received_at')}) THEN 'open-period'
    WHEN EXISTS (SELECT FROM payment_exception x WHERE x.business_id = $1::uuid AND x.kind = 'payment'
                    AND x.subject_id = e.payment_id AND x.owner_id IS NOT NULL AND x.resolved_at IS NULL) THEN 'exception'
    WHEN EXISTS (SELECT FROM callback_message m WHERE m.business_id = $1::uuid AND m.payment_id = e.payment_id
                    AND m.verdict = 'quarantined') THEN 'quarantined'
    WHEN e.conflicts <> '[]'
      OR EXISTS (SELECT FROM deposit d WHERE d.business_id = $1::uuid AND d.payment_id = e.payment_id
                    AND (d.conflicts <> '[]' OR EXISTS (
                      SELECT FROM callback_message m WHERE m.business_id = $1::uuid AND m.subject_id = d.deposit_id
                         AND m.payment_id IS DISTINCT FROM e.payment_id)))
      OR EXISTS (SELECT FROM callback_message m JOIN deposit d ON d.business_id = m.business_id AND d.deposit_id = m.subject_id
                  WHERE m.business_id = $1::uuid AND m.payment_id = e.payment_id AND d.payment_id <> e.payment_id)
      OR EXISTS (SELECT FROM deposit d WHERE d.business_id = $1::uuid AND d.conflicts <> '[]'
                    AND strpos(d.conflicts::text, e.payment_id::text) > 0) THEN 'conflict' END`,
  withdrawal: `CASE
    WHEN ${hasCase('withdrawal', 'e.withdrawal_id')} THEN 'case'
    WHEN e.status = 'COMPLETED' AND ${isInOpenPeriod('e.settlement_currency', 'e.first_received_at')} THEN 'open-period'
    WHEN e.conflicts <> '[]' THEN 'conflict'
    WHEN EXISTS (SELECT FROM callback_message m WHERE m.business_id = $1::uuid AND m.subject_id = e.withdrawal_id
                    AND m.kind = 'withdrawal' AND m.verdict = 'quarantined') THEN 'quarantined' END`,
  callback: `CASE
    WHEN e.verdict NOT IN ('quarantined', 'rejected', 'stored') THEN 'changed'
    WHEN EXISTS (SELECT FROM payment p WHERE p.business_id = $1::uuid AND p.payment_id = e.payment_id)
      OR EXISTS (SELECT FROM withdrawal w WHERE w.business_id = $1::uuid AND w.withdrawal_id = e.subject_id)
      OR EXISTS (SELECT FROM deposit d WHERE d.business_id = $1::uuid AND d.deposit_id = e.subject_id) THEN 'record' END`,
} as const;
