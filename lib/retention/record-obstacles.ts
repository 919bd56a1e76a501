import 'server-only';

const hasCase = (kind: string, id: string) =>
  `EXISTS (SELECT FROM review_case c WHERE c.business_id = $1::uuid AND c.subject_kind = '${kind}' AND c.subject_id = ${id})
   OR EXISTS (SELECT FROM review_change u WHERE u.business_id = $1::uuid AND u.subject_id = ${id})`;

/** The last close of a currency that was stored after a change. A change that commits late may have an earlier time. */
const hasLaterClose = (currency: string, changedAt: string, condition = 'true') =>
  `EXISTS (SELECT FROM period_close p WHERE p.business_id = $1::uuid AND p.currency = ${currency} AND p.reopened_at IS NULL
                    AND p.closed_at - interval '1 hour' > ${changedAt} AND ${condition})`;

/**
 * True for a movement whose period isn't closed, so that its close needs the record, or which closed periods booked before it
 * changed, so that the next close adjusts it. Periods are closed in order. So what lies before the last closed day is
 * closed, or before the first close.
 */
const isNeededByClose = (moves: string, currency: string, at: string, changedAt: string, id: string) =>
  `(${moves} AND ${currency} IS NOT NULL AND NOT ${hasLaterClose(currency, changedAt, `p.ends_at > ${at}`)}
    OR EXISTS (SELECT FROM close_row r JOIN period_close b ON b.business_id = r.business_id AND b.close_id = r.close_id
                WHERE r.business_id = $1::uuid AND r.record_id = ${id} AND b.reopened_at IS NULL
                  AND NOT ${hasLaterClose('b.currency', changedAt)}))`;
const isDepositNeeded = isNeededByClose(
  "d.status = 'CONFIRMED' AND d.deposit_received_at IS NOT NULL",
  'd.settlement_currency',
  'greatest(d.sort_at, d.refund_confirmed_at)',
  'd.changed_at',
  'd.deposit_id',
);
const isWithdrawalNeeded = isNeededByClose(
  "e.status = 'COMPLETED'",
  'e.settlement_currency',
  'e.first_received_at',
  'e.changed_at',
  'e.withdrawal_id',
);

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
    WHEN EXISTS (SELECT FROM deposit d WHERE d.business_id = $1::uuid AND d.payment_id = e.payment_id AND ${isDepositNeeded}) THEN 'open-period'
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
    WHEN ${isWithdrawalNeeded} THEN 'open-period'
    WHEN e.conflicts <> '[]' THEN 'conflict'
    WHEN EXISTS (SELECT FROM callback_message m WHERE m.business_id = $1::uuid AND m.subject_id = e.withdrawal_id
                    AND m.kind = 'withdrawal' AND m.verdict = 'quarantined') THEN 'quarantined' END`,
  callback: `CASE
    WHEN e.verdict NOT IN ('quarantined', 'rejected', 'stored') THEN 'changed'
    WHEN EXISTS (SELECT FROM payment p WHERE p.business_id = $1::uuid AND p.payment_id = e.payment_id)
      OR EXISTS (SELECT FROM withdrawal w WHERE w.business_id = $1::uuid AND w.withdrawal_id = e.subject_id)
      OR EXISTS (SELECT FROM deposit d WHERE d.business_id = $1::uuid AND d.deposit_id = e.subject_id) THEN 'record' END`,
} as const;
