import 'server-only';
import { systemClock } from '#lib/platform/clock.ts';
import { env } from '#lib/platform/env.ts';
import type { BusinessId, DepositId, PaymentId } from '#lib/values/ids.ts';
import {
  advanceChangedAt,
  hasChanged,
  hasDepositChanged,
  hasRiskChanged,
  listTopics,
} from '../model/changes.ts';
import type { DepositAggregate } from '../model/deposit-aggregate.ts';
import { aggregateDeposits, noDeposits, replaceDeposit } from '../model/deposit-aggregate.ts';
import type { DerivedState } from '../model/derived-state.ts';
import { derivePaymentState } from '../model/derived-state.ts';
import type { ReadDifference } from '../model/read-differences.ts';
import { listReadDifferences } from '../model/read-differences.ts';
import type { ReadingSettings } from '../model/read-schedule.ts';
import { scheduleNextRead } from '../model/read-schedule.ts';
import type { DepositChange, PaymentChange } from '../model/record-change.ts';
import type { DepositState, PaymentObservation, PaymentState } from '../model/record-state.ts';
import { observeDeposit, observePayment, readDepositOwner } from '../model/record-state.ts';
import type { Conflict, FieldValues } from '../model/registers.ts';
import type { StoredDeposit, StoredPayment } from '../model/row-read.ts';
import type { PaymentOperation } from '../model/row-write.ts';
import type { PaymentSnapshot } from '../store/payment.ts';
import { IncompleteStateError } from '../store/payment.ts';
import type { Announcement } from '../store/rows.ts';
import { readDerivationAssumptions } from './derivation-assumptions.ts';

/** The records with one more observation folded in, before they are written. */
export type PaymentFold = {
  /** True if anything changed that is visible without risk.read. */
  readonly changed: boolean;
  readonly riskChanged: boolean;
  /** The conflicts in which this observation has a value. */
  readonly conflicts: readonly Conflict[];
  /** The values of settled records that this observation contradicts, if it is a read. */
  readonly differences: readonly ReadDifference[];
  /**
   * The observed payment, every other payment that gained or lost a deposit or saw one change, then the deposits of the
   * observation.
   */
  readonly changes: readonly (PaymentChange | DepositChange)[];
  /** The change to announce to open pages. */
  readonly announcement: Announcement | null;
};

export type FoldContext = {
  /** When the observation started or was received. */
  readonly observedAt: number;
  /** When it is folded, if it waited. Readers of changes have passed its receipt. */
  readonly foldedAt?: number | undefined;
  /** The number of contents of each deposit’s callback, if the observation is a callback. */
  readonly versions: ReadonlyMap<DepositId, number>;
  /** True for a callback whose visible content arrived before. It doesn’t make its payment due for a read. */
  readonly isRepeat?: boolean;
};

const readScheduleSettings = (): ReadingSettings => ({
  openSeconds: env.PAYMENT_READ_OPEN_SECONDS,
  recentSeconds: env.PAYMENT_READ_RECENT_SECONDS,
  recentDays: env.PAYMENT_READ_RECENT_DAYS,
  oldSeconds: env.PAYMENT_READ_OLD_SECONDS,
  oldDays: env.PAYMENT_READ_OLD_DAYS,
});

/**
 * Folds one observation into rows. The caller holds the locks and has loaded the snapshot.
 * @throws IncompleteStateError when the snapshot lacks a record.
 */
export function foldPayment(
  businessId: BusinessId,
  snapshot: PaymentSnapshot,
  observation: PaymentObservation,
  { observedAt, foldedAt = observedAt, versions, isRepeat = false }: FoldContext,
): PaymentFold {
  const before = snapshot.payments.get(observation.paymentId) ?? null;
  const state = observePayment(before?.state ?? null, observation);
  const touched = listTouchedDeposits(snapshot, observation);
  const changed = touched.filter(({ stored, state: after }) =>
    hasDepositChanged(stored?.state ?? null, after),
  );
  const riskChanged = touched.filter(({ stored, state: after }) =>
    hasRiskChanged(stored?.state ?? null, after),
  );
  const aggregates = updateAggregates(snapshot, observation.paymentId, touched);
  const isChanged = changed.length > 0 || hasChanged(before?.state.registers ?? null, state.registers);
  const changedAt = (at: number | undefined, isOther: boolean) =>
    isOther || at === undefined ? Math.max(at ?? 0, foldedAt) : at;
  const own = buildPayment(state, aggregates.get(observation.paymentId) ?? noDeposits, (derived) =>
    nextOperation(before, { state, derived }, observation, {
      observedAt,
      changedAt: changedAt(before?.operation.changedAt, isChanged),
      isRepeat: isRepeat || (observation.stamp.source === 'import' && !isChanged),
    }),
  );
  // Other payments that own a touched deposit, or owned it until now.
  const others = changed
    .flatMap(({ stored }) =>
      stored === null || stored.paymentId === observation.paymentId ? [] : [stored.paymentId],
    )
    .filter((id, index, all) => all.indexOf(id) === index)
    .map((id) => {
      const { state: other, operation, aggregate } = snapshot.payments.get(id) ?? throwIncomplete(id);
      return buildPayment(other, aggregates.get(id) ?? aggregate, () => ({
        ...operation,
        changedAt: changedAt(operation.changedAt, true),
      }));
    });
  const payments = [own, ...others];
  const deposits = touched.map(
    ({ stored, state: after }): DepositChange => ({
      kind: 'deposit',
      businessId,
      before: stored,
      after: {
        state: after,
        paymentId: readDepositOwner(after),
        changedAt: changedAt(
          stored?.changedAt,
          changed.some((one) => one.state === after),
        ),
        riskChangedAt: advanceChangedAt(
          stored?.riskChangedAt ?? null,
          riskChanged.some((one) => one.state === after),
          foldedAt,
        ),
        versions: versions.get(after.depositId) ?? stored?.versions ?? 0,
      },
    }),
  );
  const all = [state.registers, ...touched.map((deposit) => deposit.state.registers)];
  return {
    changes: [
      ...payments.map(
        (after): PaymentChange => ({
          kind: 'payment',
          businessId,
          before: snapshot.payments.get(after.state.paymentId) ?? null,
          after,
        }),
      ),
      ...deposits,
    ],
    announcement: toAnnouncement(
      businessId,
      payments.map(({ state: { paymentId } }) => paymentId),
      { isChanged, changed, riskChanged },
    ),
    changed: isChanged,
    riskChanged: riskChanged.length > 0,
    differences:
      observation.stamp.source === 'read' && isChanged
        ? listReadDifferences(
            { before: before?.state ?? null, after: state },
            touched.map(({ stored, state: after }) => ({ before: stored?.state ?? null, after })),
          )
        : [],
    conflicts: all
      .flatMap(({ conflicts }) => conflicts)
      .filter(({ values }) => values.some((one) => one.observation === observation.stamp.observation)),
  };
}

/** Returns the change to announce, or null without any. Changes of risk detail go only to people who can see it. */
function toAnnouncement(
  businessId: BusinessId,
  paymentIds: readonly PaymentId[],
  changes: {
    readonly isChanged: boolean;
    readonly changed: readonly TouchedDeposit[];
    readonly riskChanged: readonly TouchedDeposit[];
  },
): Announcement | null {
  const listIds = (all: readonly TouchedDeposit[]) => all.map(({ state }) => state.depositId);
  const guarded =
    changes.riskChanged.length === 0
      ? {}
      : { guarded: { topics: ['payments', 'deposits'], ids: listIds(changes.riskChanged) } as const };
  if (changes.isChanged)
    return {
      businessId,
      topics: listTopics(changes.changed.map(({ state }) => state)),
      ids: [...paymentIds, ...listIds(changes.changed)],
      ...guarded,
    };
  return changes.riskChanged.length === 0 ? null : { businessId, topics: [], ...guarded };
}

const buildPayment = (
  state: PaymentState,
  aggregate: DepositAggregate,
  operation: (derived: DerivedState) => PaymentOperation,
): StoredPayment => {
  const derived = derivePaymentState(state.registers, aggregate, readDerivationAssumptions());
  return { state, aggregate, derived, operation: operation(derived) };
};

type TouchedDeposit = { readonly stored: StoredDeposit | null; readonly state: DepositState };

/** Returns the deposits of an observation, each once, in their new state. */
function listTouchedDeposits(
  snapshot: PaymentSnapshot,
  observation: PaymentObservation,
): readonly TouchedDeposit[] {
  const touched = new Map<DepositId, TouchedDeposit>();
  for (const statement of observation.deposits) {
    const stored = snapshot.deposits.get(statement.depositId) ?? null;
    const before = touched.get(statement.depositId)?.state ?? stored?.state ?? null;
    touched.set(statement.depositId, { stored, state: observeDeposit(before, statement, observation) });
  }
  return [...touched.values()];
}

function throwIncomplete(paymentId: PaymentId): never {
  throw new IncompleteStateError(`payment ${paymentId} is not loaded`);
}

/** Returns the aggregates of the affected payments, with each touched deposit at its present owner. */
function updateAggregates(
  snapshot: PaymentSnapshot,
  paymentId: PaymentId,
  touched: readonly TouchedDeposit[],
): ReadonlyMap<PaymentId, DepositAggregate> {
  const aggregates = new Map<PaymentId, DepositAggregate>([
    [paymentId, snapshot.payments.get(paymentId)?.aggregate ?? noDeposits],
  ]);
  const recalculated = new Set<PaymentId>();
  const replace = (id: PaymentId, previous: FieldValues | null, current: FieldValues | null) => {
    if (recalculated.has(id)) return;
    const aggregate = aggregates.get(id) ?? snapshot.payments.get(id)?.aggregate ?? throwIncomplete(id);
    const next = replaceDeposit(aggregate, previous, current);
    if (next === null) recalculated.add(id);
    aggregates.set(id, next ?? recalculateAggregate(snapshot, id, touched));
  };
  for (const { stored, state } of touched) {
    const [previous, next] = [stored?.state.registers.values ?? null, state.registers.values];
    const owner = readDepositOwner(state);
    if (stored === null || stored.paymentId === owner) replace(owner, previous, next);
    else {
      replace(stored.paymentId, previous, null);
      replace(owner, null, next);
    }
  }
  return aggregates;
}

function recalculateAggregate(
  snapshot: PaymentSnapshot,
  paymentId: PaymentId,
  touched: readonly TouchedDeposit[],
): DepositAggregate {
  const own = new Map(snapshot.getDeposits(paymentId) ?? throwIncomplete(paymentId));
  for (const { state } of touched)
    if (readDepositOwner(state) === paymentId) own.set(state.depositId, state.registers.values);
    else own.delete(state.depositId);
  return aggregateDeposits(own.values());
}

function nextOperation(
  stored: StoredPayment | null,
  { state, derived }: { readonly state: PaymentState; readonly derived: DerivedState },
  observation: PaymentObservation,
  {
    observedAt,
    changedAt,
    isRepeat,
  }: { readonly observedAt: number; readonly changedAt: number; readonly isRepeat: boolean },
): PaymentOperation {
  const before = stored?.operation;
  const isRead = observation.stamp.source === 'read';
  const scheduled = scheduleNextRead(
    state.registers.values,
    derived.depositStatuses,
    // An old observation, such as an imported history, doesn’t make its payment overdue.
    { readAt: Math.max(observedAt, systemClock.now()), changedAt },
    readScheduleSettings(),
  );
  return {
    changedAt,
    nextReadAt:
      isRepeat && before !== undefined
        ? before.nextReadAt
        : observation.stamp.source === 'callback'
          ? dueAfterCallback(before, observedAt)
          : dueAfterRead(before?.nextReadAt ?? null, scheduled, observedAt),
    lastReadAt: isRead ? Math.max(before?.lastReadAt ?? 0, observedAt) : (before?.lastReadAt ?? null),
    readFailures: isRead ? 0 : (before?.readFailures ?? 0),
    lastReadError: isRead ? null : (before?.lastReadError ?? null),
  };
}

/** A callback makes its payment due, unless a read that started later has covered it. */
const dueAfterCallback = (before: PaymentOperation | undefined, receivedAt: number): number | null =>
  before !== undefined && (before.lastReadAt ?? 0) > receivedAt ? before.nextReadAt : receivedAt;

/** A callback that arrived after this read started has made the payment due. This read doesn’t cover it. */
function dueAfterRead(due: number | null, scheduled: number | null, startedAt: number): number | null {
  const isLeaseOrSchedule = due === null || due < startedAt || due > startedAt + 30_000;
  return isLeaseOrSchedule ? scheduled : due;
}
