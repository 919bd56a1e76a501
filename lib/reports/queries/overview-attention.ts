import 'server-only';
import type { Scope } from '#lib/access/index.ts';
import { countDelayedAccounts } from '#lib/access/index.ts';
import { findAnchorStatus } from '#lib/audit/index.ts';
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
import { fromDate, later, toDate } from '#lib/values/instant.ts';
import type { Attention, AttentionKind } from '../schema/overview.ts';

/** Counted no further than this: whoever has more to do looks at the list. */
const bound = 500;
/** Each of these is looked up among the callbacks. */
const maximumWaiting = 200;

/** Of what is only counted. */
const counted = (condition: string) => `callback_refusal_count AS refused
    CROSS JOIN LATERAL generate_series(1, LEAST(refused.count, ${bound + 1})) AS each
    WHERE refused.business_id = $1::uuid AND refused.kind <> 'withdrawal' AND ${condition}
      AND refused.hour > $2::timestamptz - interval '1 hour'`;

/**
 * What waits for a person. `$2` is the beginning of the period; what is still open counts however old it is. A request
 * that is on its way since before `$3` was interrupted. Refused withdrawals count until a person has acknowledged them:
 * they may never come again.
 */
const waiting: Readonly<Record<Exclude<AttentionKind, Elsewhere>, string>> = {
  'deposit-unlisted': `deposit WHERE business_id = $1::uuid AND unlisted`,
  'deposit-review': `deposit WHERE business_id = $1::uuid AND status = 'COMPLIANCE_REVIEW'`,
  'deposit-blocked': `deposit WHERE business_id = $1::uuid AND status = 'BLOCKED' AND sort_at >= $2
    AND deposit_received_at IS NOT NULL`,
  'deposit-unprocessable': `deposit WHERE business_id = $1::uuid AND status = 'UNPROCESSABLE' AND sort_at >= $2
    AND deposit_received_at IS NOT NULL`,
  'refund-pending': `deposit WHERE business_id = $1::uuid AND refund_first_seen_at IS NOT NULL
    AND refund_status = 'PENDING'`,
  'withdrawal-failed': `withdrawal WHERE business_id = $1::uuid AND status = 'FAILED' AND first_received_at >= $2`,
  'withdrawal-blocked': `withdrawal WHERE business_id = $1::uuid AND status = 'BLOCKED' AND first_received_at >= $2`,
  'callback-quarantined': `callback_message WHERE business_id = $1::uuid AND verdict = 'quarantined'
    AND ($4::boolean OR shown_with IS NULL)`,
  'withdrawal-refused': `(SELECT FROM callback_refusal
      WHERE business_id = $1::uuid AND kind = 'withdrawal' AND acknowledged_at IS NULL
    UNION ALL SELECT FROM callback_refusal_count AS refused
      CROSS JOIN LATERAL generate_series(1, LEAST(refused.count - refused.acknowledged, ${bound + 1})) AS each
      WHERE refused.business_id = $1::uuid AND refused.kind = 'withdrawal') AS told`,
  'callback-refused': `callback_refusal WHERE business_id = $1::uuid AND received_at >= $2 AND kind <> 'withdrawal'`,
  'callback-unavailable': counted(`refused.reason = 'unavailable'`),
  'callback-misaddressed': counted(`refused.reason <> 'unavailable'`),
  // As the worklist has them: what somebody has resolved there waits no more.
  'intent-unknown': `payment_intent i WHERE business_id = $1::uuid
    AND (state = 'UNKNOWN' OR (state = 'SENDING' AND changed_at < $3))
    AND NOT EXISTS (SELECT FROM payment_exception x WHERE x.business_id = i.business_id AND x.kind = 'intent'
      AND x.subject_id = i.id AND x.resolved_at IS NOT NULL AND 'unknown-outcome' = ANY(x.resolved_states))`,
};

/** Told by rooms of their own. */
type Elsewhere =
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
  | 'audit-unanchored';

const text = `SELECT kind, count FROM (${Object.entries(waiting)
  .map(
    ([kind, from]) =>
      `SELECT '${kind}' AS kind, $2::timestamptz AS since,
        (SELECT count(*)::int FROM (SELECT 1 FROM ${from} LIMIT ${bound + 1}) AS bounded) AS count`,
  )
  .join(' UNION ALL ')}) AS waiting WHERE count > 0`;

/** What the service goes on sending for 24 hours, and when it stops with the first of them. */
async function readPaymentsWithoutNews(scope: Scope, now: Instant): Promise<readonly Attention[]> {
  const { overdue, lost } = await listMissedDeposits(scope.businessId, now, maximumWaiting + 1);
  const told = (kind: Elsewhere, { length }: { length: number }, until: Instant | null): Attention[] =>
    length === 0
      ? []
      : [
          {
            kind,
            count: Math.min(length, maximumWaiting),
            more: length > maximumWaiting,
            until,
            inferred: false,
          },
        ];
  return [
    ...told('callback-overdue', overdue, overdue[0]?.until ?? null),
    ...told('callback-lost', lost, null),
  ];
}

/** When the first callback that was refused for its size or encoding is sent no more. */
async function refusedUntil(scope: Scope, kind: string, now: Instant): Promise<Instant | null> {
  const { rows } = await databasePool().query<{ first: Date | null }>(
    `SELECT min(received_at) AS first FROM callback_refusal WHERE business_id = $1::uuid
        AND received_at > $2::timestamptz - interval '24 hours' AND kind = $3`,
    [scope.businessId, toDate(now), kind],
  );
  const first = rows[0]?.first ?? null;
  return first === null ? null : later(fromDate(first), 24 * 60 * 60_000);
}

/** When what is refused is sent no more, as far as it is sent again at all. */
async function silenceEnds(
  scope: Scope,
  kind: AttentionKind,
  now: Instant,
  failing: readonly FailingDelivery[],
): Promise<Instant | null> {
  const first = (which: (one: FailingDelivery) => boolean) => failing.find(which)?.until ?? null;
  switch (kind) {
    case 'callback-refused':
      return refusedUntil(scope, 'deposit-received', now);
    case 'withdrawal-refused': {
      if (!serviceSettings().retriesWithdrawals) return null;
      const untils = [
        await refusedUntil(scope, 'withdrawal', now),
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

/** No callback comes though payments wait. Where no read tells what is missing, when it runs out is inferred. */
async function readSilence(scope: Scope, now: Instant, canRead: boolean): Promise<readonly Attention[]> {
  const silence = await readCallbackSilence(scope.businessId, now, bound + 1);
  if (silence === null) return [];
  const count = Math.min(silence.waiting, bound);
  const until = canRead ? null : silence.until;
  return [
    { kind: 'callback-silence', count, more: silence.waiting > bound, until, inferred: until !== null },
  ];
}

async function readContradictions(scope: Scope): Promise<readonly Attention[]> {
  const { count, more } = await countUnacknowledgedConflicts(scope.businessId);
  return count === 0 ? [] : [{ kind: 'contradiction', count, more, until: null, inferred: false }];
}

/** Accounts on which strangers tried many passwords, for those who look after the people. */
async function readPasswordGuessing(scope: Scope, now: Instant): Promise<readonly Attention[]> {
  if (!scope.may('team.manage')) return [];
  const count = await countDelayedAccounts(scope.businessId, now);
  return count === 0 ? [] : [{ kind: 'sign-in-guessing', count, more: false, until: null, inferred: false }];
}

/** As the days of the statuses have them, so that no payment is counted here. */
const ofPayments = [
  ['payment-blocked', 'BLOCKED'],
  ['payment-unprocessable', 'UNPROCESSABLE'],
  ['payment-overpaid', 'OVERPAID'],
] as const;

const readPayments = (recent: ReadonlyMap<string, number>): readonly Attention[] =>
  ofPayments.flatMap(([kind, status]) => {
    const count = recent.get(status) ?? 0;
    if (count === 0) return [];
    return [{ kind, count, more: false, until: null, inferred: false }];
  });

async function readExceptions(scope: Scope): Promise<readonly Attention[]> {
  const { count, more } = await countOpenExceptions(scope.businessId, bound);
  return count === 0 ? [] : [{ kind: 'exception-open', count, more, until: null, inferred: false }];
}

/** The anchors of the audit log are one for all businesses; those who may read the log see the alarm. */
async function readAnchorAlarm(scope: Scope, now: Instant): Promise<readonly Attention[]> {
  if (!scope.may('audit.read')) return [];
  const { state } = await findAnchorStatus(now);
  if (state !== 'failing' && state !== 'late') return [];
  return [{ kind: 'audit-unanchored', count: 1, more: false, until: null, inferred: false }];
}

const ofCases = [
  ['review-overdue', 'overdue'],
  ['review-second', 'second'],
  ['review-open', 'open'],
] as const;

/** Told to those who work cases and to nobody else. */
async function readCases(context: Context<PersonActor>, scope: Scope): Promise<readonly Attention[]> {
  if (!scope.may('review.work')) return [];
  const parts = ofCases.map(([, part]) => part);
  const counts = await countQueueViews(context, scope.businessId, parts, bound);
  return ofCases.flatMap(([kind, part]) => {
    if (counts[part] === 0) return [];
    const count = Math.min(counts[part], bound);
    return [{ kind, count, more: counts[part] > bound, until: null, inferred: false }];
  });
}

/** What waits, in the order in which it matters. Deposits under review are told to those who see risk detail. */
export async function readAttention(
  context: Context<PersonActor>,
  scope: Scope,
  since: Date,
  /** How many payments were initiated since then, by the status that was last told. */
  recent: Promise<ReadonlyMap<string, number>>,
): Promise<readonly Attention[]> {
  const now = context.clock.now();
  // All at once: where one fails, nobody would hear of another that fails later.
  const [{ rows }, pause, failing, ofDays] = await Promise.all([
    databasePool().query<{ kind: AttentionKind; count: number }>(text, [
      scope.businessId,
      since,
      toDate(later(now, -interruptedAfterMs)),
      scope.may('risk.read'),
    ]),
    canReadPayments() ? findReadingPause() : null,
    readFailingDeliveries(scope.businessId, now),
    recent,
  ]);
  const order = Object.keys(waiting);
  const told = rows
    .filter(({ kind }) => kind !== 'deposit-review' || scope.may('risk.read'))
    // Where nothing is read nothing is listed.
    .filter(({ kind }) => kind !== 'deposit-unlisted' || canReadPayments())
    .toSorted((left, right) => order.indexOf(left.kind) - order.indexOf(right.kind))
    .map(async ({ kind, count }) => ({
      kind,
      count: Math.min(count, bound),
      more: count > bound,
      until: await silenceEnds(scope, kind, now, failing),
      inferred: false,
    }));
  const [unheard, silence, cases, contradictory, exceptional, guessing, unanchored, counts] =
    await Promise.all([
      readPaymentsWithoutNews(scope, now),
      readSilence(scope, now, canReadPayments() && pause === null),
      readCases(context, scope),
      readContradictions(scope),
      readExceptions(scope),
      readPasswordGuessing(scope, now),
      readAnchorAlarm(scope, now),
      Promise.all(told),
    ]);
  const paused: readonly Attention[] =
    pause === null
      ? []
      : [{ kind: 'reading-paused', count: pause.failures, more: false, until: pause.until, inferred: false }];
  // What runs out comes first.
  const isFirst = ({ kind }: Attention) => kind === 'deposit-unlisted';
  return [
    ...unheard,
    ...silence,
    ...paused,
    ...guessing,
    ...counts.filter(isFirst),
    ...cases,
    ...readPayments(ofDays),
    ...counts.filter((one) => !isFirst(one)),
    ...exceptional,
    ...contradictory,
    ...unanchored,
  ];
}
