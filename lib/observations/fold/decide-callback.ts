import 'server-only';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, MessageId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { VisibleDuplicate } from '../model/observation.ts';
import { toDepositObservation, toWithdrawalObservation } from '../model/observation.ts';
import type { ParsedCallback } from '../model/parsed-callback.ts';
import type { RecordChange } from '../model/record-change.ts';
import type { Conflict } from '../model/registers.ts';
import type { StoredWithdrawal } from '../model/row-read.ts';
import type { Verdict } from '../store/inbox.ts';
import type { PaymentSnapshot } from '../store/payment.ts';
import type { Announcement } from '../store/rows.ts';
import { foldPayment } from './fold-payment.ts';
import { foldWithdrawal } from './fold-withdrawal.ts';

export type CallbackEffect = {
  readonly verdict: Verdict;
  readonly reasons: readonly Flaw[];
};

/** The effect of a new message: the changed records and the change to announce. */
export type CallbackDecision = {
  readonly effect: CallbackEffect;
  readonly changes: readonly RecordChange[];
  readonly announcement: Announcement | null;
};

type Arrival = {
  readonly id: MessageId;
  readonly businessId: BusinessId;
  readonly receivedAt: Instant;
  /** Set when it differs from an earlier callback only in risk detail. Then it is no version of its own. */
  readonly shownWith: VisibleDuplicate | null;
  /** When it is folded, if it waited or was quarantined. */
  readonly foldedAt?: number | undefined;
};

/**
 * Decides the effect of a deposit callback. `snapshot.versions` counts the applied contents of the deposit’s
 * callback, with this one.
 */
export function decideDeposit(
  { id, businessId, receivedAt, shownWith, foldedAt }: Arrival,
  { paymentId, depositId, stated }: Extract<ParsedCallback, { kind: 'deposit' }>,
  snapshot: PaymentSnapshot,
): CallbackDecision {
  const observation = toDepositObservation({ id, paymentId, receivedAt, shownWith }, stated);
  const isRepeat = shownWith !== null;
  if (snapshot.isForeign)
    return {
      effect: toQuarantinedEffect({ path: 'paymentId', problem: 'is a payment of another business' }),
      changes: [],
      announcement: null,
    };
  const { versions } = snapshot;
  const { changes, announcement, conflicts } = foldPayment(businessId, snapshot, observation, {
    observedAt: observation.stamp.at,
    foldedAt,
    versions: new Map([[depositId, versions]]),
    isRepeat,
  });
  return {
    effect: toAppliedEffect(versions > 1 || isRepeat, conflicts),
    changes,
    announcement,
  };
}

/** Decides the effect of a withdrawal callback. `versions` counts the applied contents, with this one. */
export function decideWithdrawal(
  { id, businessId, receivedAt, shownWith, foldedAt }: Arrival,
  { withdrawalId, stated }: Extract<ParsedCallback, { kind: 'withdrawal' }>,
  { known: snapshot, versions }: { readonly known: StoredWithdrawal | null; readonly versions: number },
): CallbackDecision {
  const observation = toWithdrawalObservation({ id, withdrawalId, receivedAt, shownWith }, stated);
  const isRiskOnly = shownWith !== null;
  const { conflicts, ...rest } = foldWithdrawal(businessId, snapshot, observation, {
    versions,
    isRiskOnly,
    foldedAt,
  });
  return { effect: toAppliedEffect(versions > 1 || isRiskOnly, conflicts), ...rest };
}

const toQuarantinedEffect = (reason: Flaw): CallbackEffect => ({ verdict: 'quarantined', reasons: [reason] });

const toAppliedEffect = (isLater: boolean, conflicts: readonly Conflict[]): CallbackEffect => ({
  verdict: isLater ? 'new-version' : 'applied',
  reasons: describeConflicts(conflicts),
});

const describeConflicts = (conflicts: readonly Conflict[]): Flaw[] =>
  conflicts.map(({ field, values }) => ({
    path: field,
    problem: `contradicts: ${values.map(({ value, source }) => `${value.slice(0, 100)} (${source})`).join(' against ')}`,
  }));
