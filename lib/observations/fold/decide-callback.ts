import 'server-only';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, MessageId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { ShownWith } from '../model/observation.ts';
import { depositObservation, withdrawalObservation } from '../model/observation.ts';
import type { ParsedCallback } from '../model/parsed-callback.ts';
import type { Conflict } from '../model/registers.ts';
import type { StoredDeposit, StoredPayment, StoredWithdrawal } from '../model/row-read.ts';
import type { Verdict } from '../store/inbox.ts';
import type { PaymentSnapshot } from '../store/payment.ts';
import type { Announcement, Rows } from '../store/rows.ts';
import { foldedPayment } from './fold-payment.ts';
import { foldedWithdrawal } from './fold-withdrawal.ts';

export type Effect = {
  readonly verdict: Verdict;
  readonly reasons: readonly Flaw[];
};

/** What a message that was never here before does to the read model: to be written, and to be told. */
export type Decision = {
  readonly effect: Effect;
  readonly rows: Rows;
  readonly told: Announcement | null;
  /** What is known when it is done, of what it changes. */
  readonly payments?: readonly StoredPayment[];
  readonly deposits?: readonly StoredDeposit[];
  readonly withdrawal?: StoredWithdrawal;
};

type Arrival = {
  readonly id: MessageId;
  readonly businessId: BusinessId;
  readonly receivedAt: Instant;
  /** Set where it differs from an earlier callback in risk detail alone: it is no version of its own. */
  readonly shownWith: ShownWith | null;
};

/** `known.versions` counts the contents of the deposit's callback that were applied, and this one. */
export function decideDeposit(
  { id, businessId, receivedAt, shownWith }: Arrival,
  { paymentId, depositId, stated }: Extract<ParsedCallback, { kind: 'deposit' }>,
  known: PaymentSnapshot,
): Decision {
  const seen = depositObservation({ id, paymentId, receivedAt, shownWith }, stated);
  const isRepeat = shownWith !== null;
  if (known.elsewhere)
    return {
      effect: quarantined({ path: 'paymentId', problem: 'is a payment of another business' }),
      rows: {},
      told: null,
    };
  const { versions } = known;
  const { payments, deposits, rows, told, conflicts } = foldedPayment(businessId, known, seen, {
    observedAt: seen.stamp.at,
    versions: new Map([[depositId, versions]]),
    isRepeat,
  });
  return { effect: effective(versions > 1 || isRepeat, conflicts), rows, told, payments, deposits };
}

/** `versions` as above. */
export function decideWithdrawal(
  { id, businessId, receivedAt, shownWith }: Arrival,
  { withdrawalId, stated }: Extract<ParsedCallback, { kind: 'withdrawal' }>,
  { known, versions }: { readonly known: StoredWithdrawal | null; readonly versions: number },
): Decision {
  const seen = withdrawalObservation({ id, withdrawalId, receivedAt, shownWith }, stated);
  const isRiskOnly = shownWith !== null;
  const { conflicts, ...rest } = foldedWithdrawal(businessId, known, seen, { versions, isRiskOnly });
  return { effect: effective(versions > 1 || isRiskOnly, conflicts), ...rest };
}

const quarantined = (reason: Flaw): Effect => ({ verdict: 'quarantined', reasons: [reason] });

const effective = (isLater: boolean, conflicts: readonly Conflict[]): Effect => ({
  verdict: isLater ? 'new-version' : 'applied',
  reasons: contradictions(conflicts),
});

const contradictions = (conflicts: readonly Conflict[]): Flaw[] =>
  conflicts.map(({ field, values }) => ({
    path: field,
    problem: `contradicts: ${values.map(({ value, source }) => `${value.slice(0, 100)} (${source})`).join(' against ')}`,
  }));
