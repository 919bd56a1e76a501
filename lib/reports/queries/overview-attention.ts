import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import type { FailingDelivery } from '#lib/callbacks/index.ts';
import { readCallbackSilence, readFailingDeliveries } from '#lib/callbacks/index.ts';
import { countUnacknowledgedConflicts, listMissedDeposits } from '#lib/connection/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import { countOpenExceptions } from '#lib/exceptions/index.ts';
import { findReadingPause, interruptedAfterMs } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { countQueueViews } from '#lib/reviews/index.ts';
import { canReadPayments, serviceSettings } from '#lib/service/index.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, fromDate, toDate } from '#lib/values/instant.ts';
import type { AttentionItem, AttentionKind } from '../schema/overview.ts';
import { readInstallationAlarms } from './overview-alarms.ts';

/** Counting stops here. The linked list counts further. */
const maxCount = 500;
/** Each of these deposits is looked up among the callbacks. */
const maxWithoutCallback = 200;

/** Returns SQL for refusals that are stored only as counts. */
const countedRefusals = (condition: string) => `callback_refusal_count AS refused
    CROSS JOIN LATERAL generate_series(1, LEAST(refused.count, ${maxCount + 1})) AS each
    WHERE refused.business_id = $1::uuid AND refused.kind <> 'withdrawal' AND ${condition}
      AND refused.hour > $2::timestamptz - interval '1 hour'`;

/**
 * SQL of the items that need attention. `$2` starts the period. Open items count at any age. A request under way
 * since before `$3` was interrupted. Refused withdrawals count until a person has acknowledged them, because they may
 * never be sent again.
 */
const attentionSql: Readonly<Record<Exclude<AttentionKind, CountedElsewhere>, string>> = {
  'deposit-unlisted': `deposit WHERE business_key = business_key($1::uuid) AND unlisted`,
  'deposit-review': `deposit WHERE business_key = business_key($1::uuid) AND status = 'COMPLIANCE_REVIEW'`,
  'deposit-blocked': `deposit WHERE business_key = business_key($1::uuid) AND status = 'BLOCKED' AND sort_at >= $2
    AND deposit_received_at IS NOT NULL`,
  'deposit-unprocessable': `deposit WHERE business_key = business_key($1::uuid) AND status = 'UNPROCESSABLE' AND sort_at >= $2
    AND deposit_received_at IS NOT NULL`,
  'refund-pending': `deposit WHERE business_key = business_key($1::uuid) AND refund_first_seen_at IS NOT NULL
    AND refund_status = 'PENDING'`,
  'withdrawal-failed': `withdrawal WHERE business_id = $1::uuid AND status = 'FAILED' AND first_received_at >= $2`,
  'withdrawal-blocked': `withdrawal WHERE business_id = $1::uuid AND status = 'BLOCKED' AND first_received_at >= $2`,
  'callback-quarantined': `callback_message WHERE business_id = $1::uuid AND verdict = 'quarantined'
    AND ($4::boolean OR shown_with IS NULL)`,
  'withdrawal-refused': `(SELECT FROM callback_refusal
      WHERE business_id = $1::uuid AND kind = 'withdrawal' AND acknowledged_at IS NULL
    UNION ALL SELECT FROM callback_refusal_count AS refused
      CROSS JOIN LATERAL generate_series(1, LEAST(refused.count - refused.acknowledged, ${maxCount + 1})) AS each
      WHERE refused.business_id = $1::uuid AND refused.kind = 'withdrawal') AS told`,
  'callback-refused': `callback_refusal WHERE business_id = $1::uuid AND received_at >= $2 AND kind <> 'withdrawal'`,
  'callback-unavailable': countedRefusals(`refused.reason = 'unavailable'`),
  'callback-misaddressed': countedRefusals(`refused.reason <> 'unavailable'`),
  // Same as the exceptions list: resolved requests no longer count.
  'intent-unknown': `payment_intent i WHERE business_id = $1::uuid
    AND (state = 'UNKNOWN' OR (state = 'SENDING' AND changed_at < $3))
    AND NOT EXISTS (SELECT FROM payment_exception x WHERE x.business_id = i.business_id AND x.kind = 'intent'
      AND x.subject_id = i.id AND x.resolved_at IS NOT NULL AND 'unknown-outcome' = ANY(x.resolved_states))`,
};

/** Kinds that other rooms count. */
type CountedElsewhere =
  | 'callback-overdue'
  | 'callback-lost'
  | 'callback-silence'
  | 'reading-paused'
  | 'payment-blocked'
  | 'payment-unprocessable'
  | 'payment-overpaid'
  | 'review-overdue'
  | 'review-second'
  | 'review-open'
  | 'contradiction'
  | 'sign-in-guessing'
  | 'exception-open'
  | 'audit-unanchored'
  | 'clock-skew'
  | 'worker-stopped';

const countsSql = `SELECT kind, count FROM (${Object.entries(attentionSql)
  .map(
    ([kind, from]) =>
      `SELECT '${kind}' AS kind, $2::timestamptz AS since,
        (SELECT count(*)::int FROM (SELECT 1 FROM ${from} LIMIT ${maxCount + 1}) AS bounded) AS count`,
  )
  .join(' UNION ALL ')}) AS waiting WHERE count > 0`;

/**
 * Counts confirmed deposits without a callback. The service retries for 24 hours, so the first overdue one has a
 * deadline.
 */
async function readMissingCallbacks(scope: Scope, now: Instant): Promise<readonly AttentionItem[]> {
  const { overdue, lost } = await listMissedDeposits(scope.businessId, now, maxWithoutCallback + 1);
  const toAttention = (
    kind: CountedElsewhere,
    { length }: { length: number },
    until: Instant | null,
  ): AttentionItem[] =>
    length === 0
      ? []
      : [
          {
            kind,
            count: Math.min(length, maxWithoutCallback),
            more: length > maxWithoutCallback,
            until,
            inferred: false,
          },
        ];
  return [
    ...toAttention('callback-overdue', overdue, overdue[0]?.until ?? null),
    ...toAttention('callback-lost', lost, null),
  ];
}

/** Returns when the service stops retrying the first callback refused for its size or encoding. */
async function findRefusalDeadline(scope: Scope, kind: string, now: Instant): Promise<Instant | null> {
  const { rows } = await databasePool().query<{ first: Date | null }>(
    `SELECT min(received_at) AS first FROM callback_refusal WHERE business_id = $1::uuid
        AND received_at > $2::timestamptz - interval '24 hours' AND kind = $3`,
    [scope.businessId, toDate(now), kind],
  );
  const first = rows[0]?.first ?? null;
  return first === null ? null : addMilliseconds(fromDate(first), 24 * 60 * 60_000);
}

/** Returns when the service stops retrying refused callbacks, if it retries them. */
async function findDeadline(
  scope: Scope,
  kind: AttentionKind,
  now: Instant,
  failing: readonly FailingDelivery[],
): Promise<Instant | null> {
  const first = (matches: (one: FailingDelivery) => boolean) => failing.find(matches)?.until ?? null;
  switch (kind) {
    case 'callback-refused':
      return findRefusalDeadline(scope, 'deposit-received', now);
    case 'withdrawal-refused': {
      if (!serviceSettings().retriesWithdrawals) return null;
      const untils = [
        await findRefusalDeadline(scope, 'withdrawal', now),
        first((one) => one.kind === 'withdrawal'),
      ].filter((until) => until !== null);
      return untils.toSorted((left, right) => left - right)[0] ?? null;
    }
    case 'callback-misaddressed':
      return first((one) => one.kind !== 'withdrawal' && one.cause === 'address');
    case 'callback-unavailable':
      return first((one) => one.kind !== 'withdrawal' && one.cause === 'unavailable');
    default:
      return null;
  }
}

/** Detects that no callbacks arrive although payments wait. Without reads the deadline is inferred. */
async function readSilence(scope: Scope, now: Instant, canRead: boolean): Promise<readonly AttentionItem[]> {
  const silence = await readCallbackSilence(scope.businessId, now, maxCount + 1);
  if (silence === null) return [];
  const count = Math.min(silence.waiting, maxCount);
  const until = canRead ? null : silence.until;
  return [
    { kind: 'callback-silence', count, more: silence.waiting > maxCount, until, inferred: until !== null },
  ];
}

async function readContradictions(scope: Scope): Promise<readonly AttentionItem[]> {
  const { count, more } = await countUnacknowledgedConflicts(scope.businessId);
  return count === 0 ? [] : [{ kind: 'contradiction', count, more, until: null, inferred: false }];
}

/** Counted from the status days, so that no payment is counted here. */
const paymentKinds = [
  ['payment-blocked', 'BLOCKED'],
  ['payment-unprocessable', 'UNPROCESSABLE'],
  ['payment-overpaid', 'OVERPAID'],
] as const;

const readPayments = (recent: ReadonlyMap<string, number>): readonly AttentionItem[] =>
  paymentKinds.flatMap(([kind, status]) => {
    const count = recent.get(status) ?? 0;
    if (count === 0) return [];
    return [{ kind, count, more: false, until: null, inferred: false }];
  });

async function readExceptions(scope: Scope): Promise<readonly AttentionItem[]> {
  const { count, more } = await countOpenExceptions(scope.businessId, maxCount);
  return count === 0 ? [] : [{ kind: 'exception-open', count, more, until: null, inferred: false }];
}

const caseKinds = [
  ['review-overdue', 'overdue'],
  ['review-second', 'second'],
  ['review-open', 'open'],
] as const;

/** Counts cases for roles that work them. */
async function readCases(context: Context<PersonActor>, scope: Scope): Promise<readonly AttentionItem[]> {
  if (!scope.may('review.work')) return [];
  const parts = caseKinds.map(([, part]) => part);
  const counts = await countQueueViews(context, scope.businessId, parts, maxCount);
  return caseKinds.flatMap(([kind, part]) => {
    if (counts[part] === 0) return [];
    const count = Math.min(counts[part], maxCount);
    return [{ kind, count, more: counts[part] > maxCount, until: null, inferred: false }];
  });
}

/**
 * Returns the items that need attention, most urgent first. Deposits under review require the permission to read risk
 * detail.
 */
export async function readAttention(
  context: Context<PersonActor>,
  scope: Scope,
  since: Date,
  /** Payments initiated since then, counted by last reported status. */
  recent: Promise<ReadonlyMap<string, number>>,
): Promise<readonly AttentionItem[]> {
  const now = context.clock.now();
  // All together, so that no later rejection stays unhandled.
  const [{ rows }, pause, failing, recentCounts] = await Promise.all([
    databasePool().query<{ kind: AttentionKind; count: number }>(countsSql, [
      scope.businessId,
      since,
      toDate(addMilliseconds(now, -interruptedAfterMs)),
      scope.may('risk.read'),
    ]),
    canReadPayments() ? findReadingPause() : null,
    readFailingDeliveries(scope.businessId, now),
    recent,
  ]);
  const order = Object.keys(attentionSql);
  const toAttention = rows
    .filter(({ kind }) => kind !== 'deposit-review' || scope.may('risk.read'))
    // Without reads no deposit is listed, so none can be unlisted.
    .filter(({ kind }) => kind !== 'deposit-unlisted' || canReadPayments())
    .toSorted((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind))
    .map(async ({ kind, count }) => ({
      kind,
      count: Math.min(count, maxCount),
      more: count > maxCount,
      until: await findDeadline(scope, kind, now, failing),
      inferred: false,
    }));
  const [missingCallbacks, silence, cases, conflicts, exceptions, alarms, counts] = await Promise.all([
    readMissingCallbacks(scope, now),
    readSilence(scope, now, canReadPayments() && pause === null),
    readCases(context, scope),
    readContradictions(scope),
    readExceptions(scope),
    readInstallationAlarms(scope, now),
    Promise.all(toAttention),
  ]);
  const paused: readonly AttentionItem[] =
    pause === null
      ? []
      : [{ kind: 'reading-paused', count: pause.failures, more: false, until: pause.until, inferred: false }];
  // Items with a deadline come first.
  const hasPriority = ({ kind }: AttentionItem) => kind === 'deposit-unlisted';
  return [
    ...alarms.clock,
    ...alarms.worker,
    ...missingCallbacks,
    ...silence,
    ...paused,
    ...alarms.guessing,
    ...counts.filter(hasPriority),
    ...cases,
    ...readPayments(recentCounts),
    ...counts.filter((one) => !hasPriority(one)),
    ...exceptions,
    ...conflicts,
    ...alarms.anchor,
  ];
}
