import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import type { FailingDelivery } from '#lib/callbacks/index.ts';
import { readCallbackSilence, readFailingDeliveries } from '#lib/callbacks/index.ts';
import {
  countUnacknowledgedConflicts,
  findOldestConflict,
  listMissedDeposits,
} from '#lib/connection/index.ts';
import type { MissedDeposit } from '#lib/connection/schema.ts';
import { hasFacetSql } from '#lib/database/facets.ts';
import { databasePool } from '#lib/database/pools.ts';
import { countOpenExceptions } from '#lib/exceptions/index.ts';
import { findReadingPause, interruptedAfterMs, valueInEurSql } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { measureQueueView } from '#lib/reviews/index.ts';
import { canReadPayments, serviceSettings } from '#lib/service/index.ts';
import { parseTotal } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, fromDate, toDate } from '#lib/values/instant.ts';
import { isUnexpectedSql } from '#lib/withdrawals/index.ts';
import { sortAttention } from '../model/attention.ts';
import type { AttentionItem, AttentionKind, StatusCount } from '../schema/overview.ts';
import { readInstallationAlarms } from './overview-alarms.ts';

/** Counting stops here. The linked list counts further. */
const maxCount = 500;
/** Each of these deposits is looked up among the callbacks. */
const maxWithoutCallback = 200;

/** Returns SQL for refusals that are stored only as counts. */
const countedRefusals = (condition: string) => `SELECT refused.hour AS at FROM callback_refusal AS refused
    CROSS JOIN LATERAL generate_series(1, LEAST(refused.count, ${maxCount + 1})) AS each
    WHERE refused.business_id = $1::uuid AND refused.kind <> 'withdrawal' AND ${condition}
      AND refused.hour > $2::timestamptz - interval '1 hour'`;

const hasFact = (name: string, value: string) => hasFacetSql('facets', '$1::uuid', name, [`'${value}'`]);

const selectDeposits = (eur: string) => `SELECT sort_at AS at, ${eur} AS eur FROM deposit`;
const caseValue = '(review_deposit_value(deposit)).eur';
/** A deposit has the value that was credited, or else the largest of its payment. */
const deposits = selectDeposits(`coalesce(nullif(uniform_payable_amount, 0), ${caseValue})`);
/** A held deposit has the value of its case, which is the largest. */
const heldDeposits = selectDeposits(caseValue);
const withdrawals = 'SELECT first_received_at AS at FROM withdrawal';

/**
 * SQL of the deposits that need attention, each with its time and its EUR amount. `$2` starts the period of Overview, in which
 * final states count. Open items count at any age.
 */
const depositsSql = {
  'deposit-unlisted': `${deposits} WHERE business_id = $1::uuid AND ${hasFact('is', 'unlisted')}`,
  'deposit-review': `${heldDeposits} WHERE business_id = $1::uuid AND ${hasFact('status', 'COMPLIANCE_REVIEW')}`,
  'deposit-blocked': `${heldDeposits} WHERE business_id = $1::uuid AND ${hasFact('status', 'BLOCKED')} AND sort_at >= $2
    AND deposit_received_at IS NOT NULL`,
  'deposit-unprocessable': `${deposits} WHERE business_id = $1::uuid AND ${hasFact('status', 'UNPROCESSABLE')} AND sort_at >= $2
    AND deposit_received_at IS NOT NULL`,
  'refund-pending': `${deposits} WHERE business_id = $1::uuid AND ${hasFact('refund-status', 'PENDING')}`,
} as const satisfies Partial<Readonly<Record<AttentionKind, string>>>;

/**
 * The same for items without an EUR amount. A request under way since before `$3` was interrupted. Refused withdrawals count until
 * a person has acknowledged them, because they may never be sent again.
 */
const othersSql: Readonly<
  Record<Exclude<AttentionKind, CountedElsewhere | keyof typeof depositsSql>, string>
> = {
  'withdrawal-failed': `${withdrawals} WHERE business_id = $1::uuid AND ${hasFact('status', 'FAILED')} AND first_received_at >= $2`,
  'withdrawal-blocked': `${withdrawals} WHERE business_id = $1::uuid AND ${hasFact('status', 'BLOCKED')} AND first_received_at >= $2`,
  'withdrawal-unexpected': `SELECT w.first_received_at AS at FROM withdrawal w
      WHERE w.business_id = $1::uuid AND ${isUnexpectedSql}`,
  'callback-quarantined': `SELECT first_received_at AS at FROM callback_message WHERE business_id = $1::uuid AND verdict = 'quarantined'
    AND ($4::boolean OR shown_with IS NULL)`,
  'withdrawal-refused': `SELECT coalesce(refused.hour, refused.first_seen_at) AS at
       FROM callback_refusal AS refused CROSS JOIN LATERAL generate_series(1, LEAST(refused.count - refused.acknowledged, ${maxCount + 1})) AS each
      WHERE refused.business_id = $1::uuid AND refused.kind = 'withdrawal'`,
  'callback-refused': `SELECT first_seen_at AS at FROM callback_refusal
    WHERE business_id = $1::uuid AND hour IS NULL AND first_seen_at >= $2 AND kind <> 'withdrawal'`,
  'callback-unavailable': countedRefusals(`refused.reason = 'unavailable'`),
  'callback-misaddressed': countedRefusals(`refused.reason <> 'unavailable'`),
  // Same as the exceptions list: resolved requests no longer count.
  'intent-unknown': `SELECT changed_at AS at FROM payment_intent i WHERE business_id = $1::uuid
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

/**
 * Returns SQL that counts the items of each kind, with their EUR amount and the oldest. Beyond the limit of counting, neither of
 * these is known.
 */
const toCountsSql = (
  kinds: readonly (readonly [kind: string, items: string])[],
  hasEur: boolean,
) => `SELECT kind, count,
    CASE WHEN count <= ${maxCount} THEN trim_scale(eur)::text END AS eur,
    CASE WHEN count <= ${maxCount} THEN count - known END AS "withoutEur", CASE WHEN count <= ${maxCount} THEN oldest END AS oldest
  FROM (${kinds
    .map(
      ([kind, items]) =>
        `SELECT '${kind}' AS kind, $2::timestamptz AS since, count(*)::int AS count, min(at) AS oldest,
          ${hasEur ? 'count(eur)::int AS known, sum(eur) AS eur' : 'NULL::int AS known, NULL::numeric AS eur'}
          FROM (${items} LIMIT ${maxCount + 1}) AS bounded`,
    )
    .join(' UNION ALL ')}) AS waiting WHERE count > 0`;
const countsSql = `${toCountsSql(Object.entries(depositsSql), true)} UNION ALL ${toCountsSql(Object.entries(othersSql), false)}`;

type CountRow = {
  readonly kind: AttentionKind;
  readonly count: number;
  readonly eur: string | null;
  readonly withoutEur: number | null;
  readonly oldest: Date | null;
};

const toExtent = ({ eur, withoutEur, oldest }: CountRow) => ({
  ...{ eur: eur === null ? null : parseTotal(eur), withoutEur },
  ...(oldest !== null && { oldest: fromDate(oldest) }),
});

/**
 * Counts confirmed deposits without a callback. The service retries for 24 hours, so the first overdue one has a
 * deadline.
 */
async function readMissingCallbacks(scope: Scope, now: Instant): Promise<readonly AttentionItem[]> {
  const { overdue, lost } = await listMissedDeposits(scope.businessId, now, maxWithoutCallback + 1);
  const toAttention = (
    kind: CountedElsewhere,
    { length }: { length: number },
    oldest: MissedDeposit | undefined,
    until: Instant | null,
  ): AttentionItem[] => {
    if (oldest === undefined) return [];
    const more = length > maxWithoutCallback;
    return [
      {
        ...{ kind, count: Math.min(length, maxWithoutCallback), more, until, inferred: false },
        ...(!more && { oldest: oldest.receivedAt }),
      },
    ];
  };
  return [
    ...toAttention('callback-overdue', overdue, overdue[0], overdue[0]?.until ?? null),
    ...toAttention('callback-lost', lost, lost.at(-1), null),
  ];
}

/** Returns when the service stops retrying the first callback refused for its size or encoding. */
async function findRefusalDeadline(scope: Scope, kind: string, now: Instant): Promise<Instant | null> {
  const { rows } = await databasePool().query<{ first: Date | null }>(
    `SELECT min(first_seen_at) AS first FROM callback_refusal WHERE business_id = $1::uuid AND hour IS NULL
        AND first_seen_at > $2::timestamptz - interval '24 hours' AND kind = $3`,
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
  if (count === 0) return [];
  const oldest = await findOldestConflict(scope.businessId);
  return [
    { kind: 'contradiction', count, more, until: null, inferred: false, ...(oldest !== null && { oldest }) },
  ];
}

const paymentKinds = [
  ['payment-blocked', 'BLOCKED'],
  ['payment-unprocessable', 'UNPROCESSABLE'],
  ['payment-overpaid', 'OVERPAID'],
] as const;

/** A payment has the EUR amount received, or else the expected one. */
const paymentsSql = (status: string) =>
  `SELECT sort_at AS at, ${valueInEurSql} AS eur FROM payment
    WHERE business_id = $1::uuid AND ${hasFact('status', status)} AND sort_at >= $2 AND payment_initiated_at IS NOT NULL`;

/** Payments are counted from the status days. Only few are read for their EUR amount and the oldest. */
async function readPayments(
  scope: Scope,
  since: Date,
  statuses: readonly StatusCount[],
): Promise<readonly AttentionItem[]> {
  const counted = paymentKinds.flatMap(([kind, status]) => {
    const found = statuses.find((one) => one.status === status);
    const count = found === undefined ? 0 : found.count + found.today;
    return count === 0 ? [] : [{ kind, status, count }];
  });
  const few = counted.filter(({ count }) => count <= maxCount);
  const { rows } =
    few.length === 0
      ? { rows: [] }
      : await databasePool().query<CountRow>(
          toCountsSql(
            few.map(({ kind, status }) => [kind, paymentsSql(status)]),
            true,
          ),
          [scope.businessId, since],
        );
  return counted.map(({ kind, count }) => {
    const row = rows.find((one) => one.kind === kind);
    return {
      kind,
      count,
      more: false,
      until: null,
      inferred: false,
      ...(row && toExtent(row)),
    };
  });
}

async function readExceptions(scope: Scope): Promise<readonly AttentionItem[]> {
  const { count, more, oldest, eur, withoutEur } = await countOpenExceptions(scope.businessId, maxCount);
  if (count === 0) return [];
  return [
    {
      ...{ kind: 'exception-open', count, more, until: null, inferred: false, eur, withoutEur },
      ...(oldest !== null && { oldest }),
    },
  ];
}

const caseKinds = [
  ['review-overdue', 'overdue'],
  ['review-second', 'second'],
  ['review-open', 'open'],
] as const;

/** Counts cases for roles that work them. */
async function readCases(context: Context<PersonActor>, scope: Scope): Promise<readonly AttentionItem[]> {
  if (!scope.may('review.work')) return [];
  const items: AttentionItem[] = [];
  // One after the other, so that none takes long in a large queue.
  for (const [kind, part] of caseKinds) {
    const size = await measureQueueView(context, scope.businessId, part, maxCount);
    const { count, oldest, eur, withoutEur } = size;
    if (count === 0) continue;
    const more = count > maxCount;
    items.push({
      kind,
      count: Math.min(count, maxCount),
      more,
      until: null,
      inferred: false,
      ...(oldest !== null && { oldest }),
      ...{ eur, withoutEur },
    });
  }
  return items;
}

/**
 * Returns the items that need attention, the most severe first. Deposits under review require the permission to read risk
 * detail.
 */
export async function readAttention(
  context: Context<PersonActor>,
  scope: Scope,
  since: Date,
  /** Payments initiated since then, counted by last reported status. */
  statuses: Promise<readonly StatusCount[]>,
): Promise<readonly AttentionItem[]> {
  const now = context.clock.now();
  // All together, so that no later rejection stays unhandled.
  const [{ rows }, pause, failing, statusCounts] = await Promise.all([
    databasePool().query<CountRow>(countsSql, [
      scope.businessId,
      since,
      toDate(addMilliseconds(now, -interruptedAfterMs)),
      scope.may('risk.read'),
    ]),
    canReadPayments() ? findReadingPause() : null,
    readFailingDeliveries(scope.businessId, now),
    statuses,
  ]);
  const toAttention = rows
    .filter(({ kind }) => kind !== 'deposit-review' || scope.may('risk.read'))
    // Without reads no deposit is listed, so none can be unlisted.
    .filter(({ kind }) => kind !== 'deposit-unlisted' || canReadPayments())
    .map(async (row) => ({
      kind: row.kind,
      ...toExtent(row),
      count: Math.min(row.count, maxCount),
      more: row.count > maxCount,
      until: await findDeadline(scope, row.kind, now, failing),
      inferred: false,
    }));
  const [missingCallbacks, silence, cases, payments, conflicts, exceptions, alarms, counts] =
    await Promise.all([
      readMissingCallbacks(scope, now),
      readSilence(scope, now, canReadPayments() && pause === null),
      readCases(context, scope),
      readPayments(scope, since, statusCounts),
      readContradictions(scope),
      readExceptions(scope),
      readInstallationAlarms(scope, now),
      Promise.all(toAttention),
    ]);
  const paused: readonly AttentionItem[] =
    pause === null
      ? []
      : [{ kind: 'reading-paused', count: pause.failures, more: false, until: pause.until, inferred: false }];
  return sortAttention([
    ...alarms.clock,
    ...alarms.worker,
    ...missingCallbacks,
    ...silence,
    ...paused,
    ...alarms.guessing,
    ...cases,
    ...payments,
    ...counts,
    ...exceptions,
    ...conflicts,
    ...alarms.anchor,
  ]);
}
