import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { unheardDeposits } from '#lib/connection/index.ts';
import { interruptedAfterMs } from '#lib/payments/index.ts';
import { databasePool } from '#lib/platform/db.ts';
import { serviceSettings } from '#lib/service/index.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, later, toDate } from '#lib/values/instant.ts';
import type { Attention, AttentionKind } from '../schema-overview.ts';

/** Counted no further than this. */
const bound = 1_000;

/**
 * What waits for a person. `$2` is the beginning of the period; what is still open counts however old it is. A request
 * that is on its way since before `$3` was interrupted; `$4` is now. Callbacks are silent where payments wait for an hour
 * or more and none has come for six, of whatever kind.
 */
const waiting: Readonly<Record<Exclude<AttentionKind, Unheard>, string>> = {
  'callback-silence': `(SELECT COALESCE((SELECT first_received_at FROM callback_message WHERE business_id = $1::uuid
      ORDER BY first_received_at DESC, id DESC LIMIT 1), '-infinity') AS at) AS last
    JOIN payment ON payment.sort_at > last.at
    WHERE last.at < $4::timestamptz - interval '6 hours' AND payment.business_id = $1::uuid
      AND payment.status IN ('NEW', 'PENDING', 'AWAITING')
      AND payment.sort_at BETWEEN $4::timestamptz - interval '7 days' AND $4::timestamptz - interval '1 hour'`,
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
  'withdrawal-refused': `callback_refusal WHERE business_id = $1::uuid AND received_at >= $2 AND kind = 'withdrawal'`,
  'callback-refused': `callback_refusal WHERE business_id = $1::uuid AND received_at >= $2 AND kind <> 'withdrawal'`,
  'callback-misaddressed': `callback_refusal_count AS refused
    CROSS JOIN LATERAL generate_series(1, LEAST(refused.count, ${bound + 1})) AS each
    WHERE refused.business_id = $1::uuid AND refused.hour > $2::timestamptz - interval '1 hour'`,
  contradiction: `(${['payment', 'deposit', 'withdrawal']
    .map(
      (table) => `(SELECT FROM ${table} WHERE business_id = $1::uuid AND conflicts <> '[]'::jsonb
        AND changed_at >= $2 LIMIT ${bound + 1})`,
    )
    .join(' UNION ALL ')}) AS told`,
  'intent-unknown': `payment_intent WHERE business_id = $1::uuid
    AND (state = 'UNKNOWN' OR (state = 'SENDING' AND changed_at < $3))`,
};

type Unheard = 'callback-overdue' | 'callback-lost';

const withdrawalsComeAgain = (): boolean => serviceSettings().withdrawalsComeAgain;

const text = `SELECT kind, count FROM (${Object.entries(waiting)
  .map(
    ([kind, from]) =>
      `SELECT '${kind}' AS kind, $2::timestamptz AS since,
        (SELECT count(*)::int FROM (SELECT 1 FROM ${from} LIMIT ${bound + 1}) AS bounded) AS count`,
  )
  .join(' UNION ALL ')}) AS waiting WHERE count > 0`;

/** What the service goes on sending for 24 hours, and when it stops with the first of them. */
async function readUnheard(scope: Scope, now: Instant): Promise<readonly Attention[]> {
  const deposits = await unheardDeposits(scope.businessId, now, bound + 1);
  const [lost, overdue] = [
    deposits.filter(({ until }) => until <= now),
    deposits.filter(({ until }) => until > now),
  ];
  const told = (kind: Unheard, { length }: { length: number }, until: Instant | null): Attention[] =>
    length === 0 ? [] : [{ kind, count: Math.min(length, bound), more: length > bound, until }];
  return [
    ...told('callback-overdue', overdue, overdue[0]?.until ?? null),
    ...told('callback-lost', lost, null),
  ];
}

/** When the first refused callback that may come again is sent no more. */
async function refusedUntil(scope: Scope, kind: AttentionKind, now: Instant): Promise<Instant | null> {
  const comesAgain = kind === 'callback-refused' || (kind === 'withdrawal-refused' && withdrawalsComeAgain());
  if (!comesAgain) return null;
  const { rows } = await databasePool().query<{ first: Date | null }>(
    `SELECT min(received_at) AS first FROM callback_refusal WHERE business_id = $1::uuid
        AND received_at > $2::timestamptz - interval '24 hours' AND kind = $3`,
    [scope.businessId, toDate(now), kind === 'callback-refused' ? 'deposit-received' : 'withdrawal'],
  );
  const first = rows[0]?.first ?? null;
  return first === null ? null : later(fromDate(first), 24 * 60 * 60_000);
}

/** What waits, in the order in which it matters. Deposits under review are told to those who see risk detail. */
export async function readAttention(scope: Scope, since: Date, now: Instant): Promise<readonly Attention[]> {
  const { rows } = await databasePool().query<{ kind: AttentionKind; count: number }>(text, [
    scope.businessId,
    since,
    toDate(later(now, -interruptedAfterMs)),
    toDate(now),
  ]);
  const order = Object.keys(waiting);
  const told = rows
    .filter((row) => row.kind !== 'deposit-review' || scope.may('risk.read'))
    .toSorted((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind))
    .map(async ({ kind, count }) => ({
      kind,
      count: Math.min(count, bound),
      more: count > bound,
      until: await refusedUntil(scope, kind, now),
    }));
  // What runs out comes first.
  return [...(await readUnheard(scope, now)), ...(await Promise.all(told))];
}
