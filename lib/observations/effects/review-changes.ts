import 'server-only';
import type { PlainTransaction } from '#lib/database/statements.ts';
import { hasChanged, hasRiskChanged } from '../model/changes.ts';
import type { DepositChange, PaymentChange, RecordChange, WithdrawalChange } from '../model/record-change.ts';
import { readDepositTime } from '../model/row-write.ts';
import type { ReasonKind } from './case-reasons.ts';
import { canStateReasons, listReasonSteps } from './case-reasons.ts';

/**
 * When a change is stored. `always`: it is a reason for a case. `score`: the desk compares scores. `rule`: an active rule
 * compares records. `case`: only for a record with a case. Each is stored for a record with a case, too.
 */
type Scope = 'always' | 'score' | 'rule' | 'case';

type ReviewChange = {
  readonly business_id: string;
  readonly subject_kind: RecordChange['kind'];
  readonly subject_id: string;
  readonly scope: Scope;
  /** Since when the record is known. Rules that began later don't compare it. */
  readonly known: string | null;
  readonly reason: ReasonKind | null;
  readonly detail: unknown;
  readonly ended: boolean;
};

const time = (at: number): string => new Date(at).toISOString();

function listOwnChanges(change: DepositChange | WithdrawalChange): readonly ReviewChange[] {
  const { businessId, before, after } = change;
  if (after === null) return [];
  const { state } = after;
  const known =
    'depositId' in state ? Math.max(readDepositTime(state), state.firstObservedAt) : state.firstReceivedAt;
  const subject = {
    business_id: businessId,
    subject_kind: change.kind,
    subject_id: 'depositId' in state ? state.depositId : state.withdrawalId,
    known: time(known),
  };
  const steps = listReasonSteps(change).map((step): ReviewChange => {
    const { kind: reason, ended } = step;
    if (step.ended)
      return { ...subject, reason, ended, detail: null, scope: step.isCertain ? 'always' : 'case' };
    return {
      ...subject,
      reason,
      ended,
      detail: step.detail,
      scope: reason === 'risk-score' ? 'score' : 'always',
    };
  });
  if (steps.some(({ scope }) => scope === 'always') || !isRelevant(before?.state ?? null, state))
    return steps;
  return [...steps, { ...subject, reason: null, ended: false, detail: null, scope: 'rule' }];
}

type State = NonNullable<(DepositChange | WithdrawalChange)['after']>['state'];

/** Returns whether a rule, the decision of a case or its amounts can depend on the change. */
function isRelevant(before: State | null, after: State): boolean {
  if (before === null || hasChanged(before.registers, after.registers) || hasRiskChanged(before, after))
    return true;
  if ('depositId' in after && 'depositId' in before)
    return (
      readDepositTime(before) !== readDepositTime(after) ||
      before.firstObservedAt !== after.firstObservedAt ||
      before.refundFirstSeenAt !== after.refundFirstSeenAt
    );
  return (
    !('firstReceivedAt' in before && 'firstReceivedAt' in after) ||
    before.firstReceivedAt !== after.firstReceivedAt
  );
}

/** The values of a payment on which the EUR values of its deposits depend, and the reference that rules group by. */
function describeForDeposits({ state, derived }: NonNullable<PaymentChange['after']>): string {
  const { values } = state.registers;
  const isOnly = derived.depositCount === 1;
  return JSON.stringify([
    values['clientPaymentId'],
    values['expectedUniformAmount'],
    values['depositCurrency'],
    values['expectedDepositAmount'],
    isOnly,
    isOnly ? values['actualUniformAmount'] : null,
  ]);
}

const changesDeposits = ({ before, after }: PaymentChange): boolean =>
  before !== null && after !== null && describeForDeposits(before) !== describeForDeposits(after);

function listPaymentChanges({ businessId, before, after }: PaymentChange): readonly ReviewChange[] {
  const status = after?.state.registers.values['status'];
  if (after === null || before?.state.registers.values['status'] === status) return [];
  return [
    {
      business_id: businessId,
      subject_kind: 'payment',
      subject_id: after.state.paymentId,
      scope: 'case',
      known: null,
      reason: null,
      detail: null,
      ended: false,
    },
  ];
}

/** Beginning a rule takes this lock alone. A record that is written at the same time waits, and then sees the rule. */
const lockRulesSql = `
  SELECT pg_advisory_xact_lock_shared(hashtextextended('review rules ' || business, 0))::text
    FROM unnest($1::text[]) AS business`;

const insertSql = `
  WITH changed AS (
    SELECT * FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (business_id uuid, subject_kind text, subject_id uuid,
             scope text, known timestamptz, reason text, detail jsonb, ended boolean))
             WITH ORDINALITY AS own (business_id, subject_kind, subject_id, scope, known, reason, detail, ended, place)
    UNION ALL
    SELECT p.business_id, 'deposit', d.deposit_id, 'rule', greatest(d.sort_at, d.first_observed_at), NULL, NULL, false, 0
      FROM unnest($2::uuid[], $3::uuid[]) AS p (business_id, payment_id),
           LATERAL (SELECT * FROM deposit WHERE deposit.business_id = p.business_id
                       AND deposit.payment_id = p.payment_id OFFSET 0) AS d)
  INSERT INTO review_change (business_id, subject_kind, subject_id, reason, detail, ended)
  SELECT c.business_id, c.subject_kind, c.subject_id, c.reason, nullif(c.detail, 'null'), c.ended FROM changed c
   WHERE c.scope = 'always'
      OR EXISTS (SELECT FROM review_case r WHERE r.business_id = c.business_id AND r.subject_kind = c.subject_kind
                    AND r.subject_id = c.subject_id)
      -- A case that is being opened isn't visible yet, but its change is until then.
      OR EXISTS (SELECT FROM review_change u WHERE u.business_id = c.business_id AND u.subject_kind = c.subject_kind
                    AND u.subject_id = c.subject_id)
      OR c.scope = 'score' AND EXISTS (SELECT FROM setting s WHERE s.business_id = c.business_id
           AND s.kind = 'review-desk' AND s.value ->> 'riskScoreFrom' IS NOT NULL)
      OR c.scope = 'rule' AND EXISTS (SELECT FROM review_rule_force f WHERE f.business_id = c.business_id
           AND f.subject_kind = c.subject_kind AND f.ended_at IS NULL AND f.begins_at <= c.known)
   ORDER BY c.place`;

/**
 * Stores each reason for a case that begins or ends with these changes, and which other changes a rule or a case has to
 * compare. The desk applies them in order (lib/reviews/cases/open-cases.ts), so a reason that lasted for a moment isn't
 * missed.
 */
export async function storeReviewChanges(
  statements: PlainTransaction,
  changes: readonly RecordChange[],
): Promise<void> {
  const found = changes.flatMap((change) =>
    canStateReasons(change) ? listOwnChanges(change) : listPaymentChanges(change),
  );
  const payments = new Map(
    changes.flatMap((change) =>
      change.kind === 'payment' && change.after !== null && changesDeposits(change)
        ? [
            [
              `${change.businessId} ${change.after.state.paymentId}`,
              { businessId: change.businessId, id: change.after.state.paymentId },
            ] as const,
          ]
        : [],
    ),
  );
  if (found.length === 0 && payments.size === 0) return;
  const owners = [...payments.values()];
  const ruled = [
    ...found.flatMap(({ scope, business_id }) => (scope === 'rule' ? [business_id] : [])),
    ...owners.map(({ businessId }) => businessId),
  ];
  if (ruled.length > 0) await statements.run(lockRulesSql, [[...new Set(ruled)].sort()]);
  await statements.run(insertSql, [
    JSON.stringify(found),
    owners.map(({ businessId }) => businessId),
    owners.map(({ id }) => id),
  ]);
}
