import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { interruptedAfterMs } from '#lib/payments/index.ts';
import { databasePool } from '#lib/platform/db.ts';
import type { Instant } from '#lib/values/instant.ts';
import { later, toDate } from '#lib/values/instant.ts';
import type { Attention, AttentionKind } from '../schema-overview.ts';

/** Counted no further than this. */
const bound = 1_000;

/**
 * What waits for a person. `$2` is the beginning of the period; what is still open counts however old it is. A request
 * that is on its way since before `$3` was interrupted.
 */
const waiting: Readonly<Record<AttentionKind, string>> = {
  'payment-blocked': `payment WHERE business_id = $1::uuid AND status = 'BLOCKED' AND sort_at >= $2
    AND payment_initiated_at IS NOT NULL`,
  'payment-unprocessable': `payment WHERE business_id = $1::uuid AND status = 'UNPROCESSABLE' AND sort_at >= $2
    AND payment_initiated_at IS NOT NULL`,
  'payment-overpaid': `payment WHERE business_id = $1::uuid AND status = 'OVERPAID' AND sort_at >= $2
    AND payment_initiated_at IS NOT NULL`,
  'deposit-review': `deposit WHERE business_id = $1::uuid AND status = 'COMPLIANCE_REVIEW'`,
  'deposit-blocked': `deposit WHERE business_id = $1::uuid AND status = 'BLOCKED' AND sort_at >= $2
    AND deposit_received_at IS NOT NULL`,
  'deposit-unprocessable': `deposit WHERE business_id = $1::uuid AND status = 'UNPROCESSABLE' AND sort_at >= $2
    AND deposit_received_at IS NOT NULL`,
  'refund-pending': `deposit WHERE business_id = $1::uuid AND refund_first_seen_at IS NOT NULL
    AND refund_status = 'PENDING'`,
  'withdrawal-failed': `withdrawal WHERE business_id = $1::uuid AND status = 'FAILED' AND first_received_at >= $2`,
  'withdrawal-blocked': `withdrawal WHERE business_id = $1::uuid AND status = 'BLOCKED' AND first_received_at >= $2`,
  'callback-quarantined': `callback_message WHERE business_id = $1::uuid AND verdict = 'quarantined'`,
  'callback-refused': `callback_refusal WHERE business_id = $1::uuid AND received_at >= $2`,
  'callback-misaddressed': `callback_refusal_count AS refused
    CROSS JOIN LATERAL generate_series(1, LEAST(refused.count, ${bound + 1})) AS each
    WHERE refused.business_id = $1::uuid AND refused.hour > $2::timestamptz - interval '1 hour'`,
  'intent-unknown': `payment_intent WHERE business_id = $1::uuid
    AND (state = 'UNKNOWN' OR (state = 'SENDING' AND changed_at < $3))`,
};

const text = `SELECT kind, count FROM (${Object.entries(waiting)
  .map(
    ([kind, from]) =>
      `SELECT '${kind}' AS kind, $2::timestamptz AS since,
        (SELECT count(*)::int FROM (SELECT 1 FROM ${from} LIMIT ${bound + 1}) AS bounded) AS count`,
  )
  .join(' UNION ALL ')}) AS waiting WHERE count > 0`;

/** What waits, in the order in which it matters. Deposits under review are told to those who see risk detail. */
export async function readAttention(scope: Scope, since: Date, now: Instant): Promise<readonly Attention[]> {
  const { rows } = await databasePool().query<{ kind: AttentionKind; count: number }>(text, [
    scope.businessId,
    since,
    toDate(later(now, -interruptedAfterMs)),
  ]);
  const order = Object.keys(waiting);
  return rows
    .filter((row) => row.kind !== 'deposit-review' || scope.may('risk.read'))
    .toSorted((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind))
    .map(({ kind, count }) => ({ kind, count: Math.min(count, bound), more: count > bound }));
}
