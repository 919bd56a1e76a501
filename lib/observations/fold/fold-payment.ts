import 'server-only';
import { systemClock } from '#lib/platform/clock.ts';
import { env } from '#lib/platform/env.ts';
import type { BusinessId, DepositId, PaymentId } from '#lib/values/ids.ts';
import { depositDiffers, differs, listTopics, riskDiffers, stampAfter } from '../model/changes.ts';
import type { DepositAggregate } from '../model/deposit-aggregate.ts';
import { aggregateDeposits, noDeposits, replaceDeposit } from '../model/deposit-aggregate.ts';
import type { DerivedState } from '../model/derived-state.ts';
import { derivePaymentState } from '../model/derived-state.ts';
import type { ReadingSettings } from '../model/read-schedule.ts';
import { nextReading } from '../model/read-schedule.ts';
import type { DepositState, PaymentObservation, PaymentState } from '../model/record-state.ts';
import { observeDeposit, observePayment, readDepositOwner } from '../model/record-state.ts';
import type { Conflict, Values } from '../model/registers.ts';
import type { StoredDeposit, StoredPayment } from '../model/row-read.ts';
import type { PaymentOperation } from '../model/row-write.ts';
import { depositRiskRow, depositRow, paymentRow } from '../model/row-write.ts';
import type { PaymentSnapshot } from '../store/payment.ts';
import { IncompleteStateError } from '../store/payment.ts';
import type { Announcement, Rows } from '../store/rows.ts';
import { derivedBy } from './derived-by.ts';

/** What is known with one more observation folded in, before it is written. */
export type FoldedPayment = {
  /** Whether anything changed that is visible without risk.read. */
  readonly changed: boolean;
  readonly riskChanged: boolean;
  /** Contradictions to which this observation is a side. */
  readonly conflicts: readonly Conflict[];
  /** The payment told of, and each other one of which a deposit became another. */
  readonly payments: readonly StoredPayment[];
  /** The deposits whose rows are to be written. */
  readonly deposits: readonly StoredDeposit[];
  readonly rows: Rows;
  /** What open screens are to be told. */
  readonly told: Announcement | null;
};

export type FoldedAt = {
  /** When the observation was begun or received. */
  readonly observedAt: number;
  /** Distinct contents of the callback of each deposit that it is about, where it is a callback. */
  readonly versions: ReadonlyMap<DepositId, number>;
  /** A callback whose visible content was received before: its payment is not due for that. */
  readonly isRepeat?: boolean;
};

const settings = (): ReadingSettings => ({
  openSeconds: env.PAYMENT_READ_OPEN_SECONDS,
  recentSeconds: env.PAYMENT_READ_RECENT_SECONDS,
  recentDays: env.PAYMENT_READ_RECENT_DAYS,
  oldSeconds: env.PAYMENT_READ_OLD_SECONDS,
  oldDays: env.PAYMENT_READ_OLD_DAYS,
});

/** Folds one observation into rows. The caller holds the locks and has loaded what is known. Throws MoreNeeded. */
export function foldedPayment(
  businessId: BusinessId,
  known: PaymentSnapshot,
  seen: PaymentObservation,
  { observedAt, versions, isRepeat = false }: FoldedAt,
): FoldedPayment {
  const before = known.payments.get(seen.paymentId) ?? null;
  const state = observePayment(before?.state ?? null, seen);
  const touched = touchedDeposits(known, seen);
  const changed = touched.filter(({ held, state: after }) => depositDiffers(held?.state ?? null, after));
  const assessed = touched.filter(({ held, state: after }) => riskDiffers(held?.state ?? null, after));
  const tallies = talliesAfter(known, seen.paymentId, touched);
  const isChanged = changed.length > 0 || differs(before?.state.registers ?? null, state.registers);
  const changedAt = (at: number | undefined, isOther: boolean) =>
    isOther || at === undefined ? Math.max(at ?? 0, observedAt) : at;
  const own = knownAfter(state, tallies.get(seen.paymentId) ?? noDeposits, (derived) =>
    operationAfter(before, { state, derived }, seen, {
      observedAt,
      changedAt: changedAt(before?.operation.changedAt, isChanged),
      isRepeat: isRepeat || (seen.stamp.source === 'import' && !isChanged),
    }),
  );
  // Another payment has the deposit, or had it until now.
  const others = changed
    .flatMap(({ held }) => (held === null || held.paymentId === seen.paymentId ? [] : [held.paymentId]))
    .filter((id, index, all) => all.indexOf(id) === index)
    .map((id) => {
      const { state: other, operation, tally } = known.payments.get(id) ?? lacking(id);
      return knownAfter(other, tallies.get(id) ?? tally, () => ({
        ...operation,
        changedAt: changedAt(operation.changedAt, true),
      }));
    });
  const payments = [own, ...others];
  const deposits = touched.map(
    ({ held, state: after }): StoredDeposit => ({
      state: after,
      paymentId: readDepositOwner(after),
      changedAt: changedAt(
        held?.changedAt,
        changed.some((one) => one.state === after),
      ),
      riskChangedAt: stampAfter(
        held?.riskChangedAt ?? null,
        assessed.some((one) => one.state === after),
        observedAt,
      ),
      versions: versions.get(after.depositId) ?? held?.versions ?? 0,
    }),
  );
  const all = [state.registers, ...touched.map((deposit) => deposit.state.registers)];
  return {
    payments,
    deposits,
    rows: {
      payment: payments.map(({ state: one, ...rest }) => paymentRow(businessId, one, rest)),
      deposit: deposits.map(({ state: one, ...row }) => depositRow(businessId, one, row)),
      deposit_risk: deposits
        .map((deposit) => depositRiskRow(businessId, deposit.state, deposit.riskChangedAt))
        .filter((row) => row !== null),
    },
    told: announcementOf(
      businessId,
      payments.map(({ state: { paymentId } }) => paymentId),
      { isChanged, changed, assessed },
    ),
    changed: isChanged,
    riskChanged: assessed.length > 0,
    conflicts: all
      .flatMap(({ conflicts }) => conflicts)
      .filter(({ values }) => values.some((one) => one.observation === seen.stamp.observation)),
  };
}

/** Risk detail that changed is announced to those only who may see it; null where nothing changed. */
function announcementOf(
  businessId: BusinessId,
  paymentIds: readonly PaymentId[],
  of: {
    readonly isChanged: boolean;
    readonly changed: readonly Touched[];
    readonly assessed: readonly Touched[];
  },
): Announcement | null {
  const idsOf = (all: readonly Touched[]) => all.map(({ state }) => state.depositId);
  const guarded =
    of.assessed.length === 0
      ? {}
      : { guarded: { topics: ['payments', 'deposits'], ids: idsOf(of.assessed) } as const };
  if (of.isChanged)
    return {
      businessId,
      topics: listTopics(of.changed.map(({ state }) => state)),
      ids: [...paymentIds, ...idsOf(of.changed)],
      ...guarded,
    };
  return of.assessed.length === 0 ? null : { businessId, topics: [], ...guarded };
}

const knownAfter = (
  state: PaymentState,
  tally: DepositAggregate,
  operation: (derived: DerivedState) => PaymentOperation,
): StoredPayment => {
  const derived = derivePaymentState(state.registers, tally, derivedBy());
  return { state, tally, derived, operation: operation(derived) };
};

type Touched = { readonly held: StoredDeposit | null; readonly state: DepositState };

/** The deposits that an observation names, each once, as it leaves them. */
function touchedDeposits(known: PaymentSnapshot, seen: PaymentObservation): readonly Touched[] {
  const touched = new Map<DepositId, Touched>();
  for (const said of seen.deposits) {
    const held = known.deposits.get(said.depositId) ?? null;
    const before = touched.get(said.depositId)?.state ?? held?.state ?? null;
    touched.set(said.depositId, { held, state: observeDeposit(before, said, seen) });
  }
  return [...touched.values()];
}

function lacking(paymentId: PaymentId): never {
  throw new IncompleteStateError(`payment ${paymentId} is not loaded`);
}

/** What the deposits of each payment come to, with those that were touched where they belong now. */
function talliesAfter(
  known: PaymentSnapshot,
  paymentId: PaymentId,
  touched: readonly Touched[],
): ReadonlyMap<PaymentId, DepositAggregate> {
  const tallies = new Map<PaymentId, DepositAggregate>([
    [paymentId, known.payments.get(paymentId)?.tally ?? noDeposits],
  ]);
  const anew = new Set<PaymentId>();
  const replace = (id: PaymentId, was: Values | null, is: Values | null) => {
    if (anew.has(id)) return;
    const tally = tallies.get(id) ?? known.payments.get(id)?.tally ?? lacking(id);
    const next = replaceDeposit(tally, was, is);
    if (next === null) anew.add(id);
    tallies.set(id, next ?? tallyAnew(known, id, touched));
  };
  for (const { held, state } of touched) {
    const [was, is] = [held?.state.registers.values ?? null, state.registers.values];
    const owner = readDepositOwner(state);
    if (held === null || held.paymentId === owner) replace(owner, was, is);
    else {
      replace(held.paymentId, was, null);
      replace(owner, null, is);
    }
  }
  return tallies;
}

function tallyAnew(
  known: PaymentSnapshot,
  paymentId: PaymentId,
  touched: readonly Touched[],
): DepositAggregate {
  const own = new Map(known.depositsOf(paymentId) ?? lacking(paymentId));
  for (const { state } of touched)
    if (readDepositOwner(state) === paymentId) own.set(state.depositId, state.registers.values);
    else own.delete(state.depositId);
  return aggregateDeposits(own.values());
}

function operationAfter(
  known: StoredPayment | null,
  { state, derived }: { readonly state: PaymentState; readonly derived: DerivedState },
  seen: PaymentObservation,
  {
    observedAt,
    changedAt,
    isRepeat,
  }: { readonly observedAt: number; readonly changedAt: number; readonly isRepeat: boolean },
): PaymentOperation {
  const before = known?.operation;
  const isRead = seen.stamp.source === 'read';
  const scheduled = nextReading(
    state.registers.values,
    derived.depositStatuses,
    // What is told of long ago, such as a history that is brought in, is not overdue for that.
    { readAt: Math.max(observedAt, systemClock.now()), changedAt },
    settings(),
  );
  return {
    changedAt,
    nextReadAt:
      isRepeat && before !== undefined
        ? before.nextReadAt
        : seen.stamp.source === 'callback'
          ? dueBy(before, observedAt)
          : keepDue(before?.nextReadAt ?? null, scheduled, observedAt),
    lastReadAt: isRead ? Math.max(before?.lastReadAt ?? 0, observedAt) : (before?.lastReadAt ?? null),
    readFailures: isRead ? 0 : (before?.readFailures ?? 0),
    lastReadError: isRead ? null : (before?.lastReadError ?? null),
  };
}

/** A callback makes its payment due, unless a read that began later has answered for it. */
const dueBy = (before: PaymentOperation | undefined, receivedAt: number): number | null =>
  before !== undefined && (before.lastReadAt ?? 0) > receivedAt ? before.nextReadAt : receivedAt;

/** A callback that came after this read had begun has made the payment due: the read does not answer for it. */
function keepDue(due: number | null, scheduled: number | null, startedAt: number): number | null {
  const leaseOrSchedule = due === null || due < startedAt || due > startedAt + 30_000;
  return leaseOrSchedule ? scheduled : due;
}
