import 'server-only';
import { systemClock } from '#lib/platform/clock.ts';
import { env } from '#lib/platform/env.ts';
import type { Transaction } from '#lib/platform/transaction.ts';
import { serviceSettings } from '#lib/service/index.ts';
import type { BusinessId, DepositId } from '#lib/values/ids.ts';
import { depositDiffers, differs, topicsOf } from './model-change.ts';
import { derive } from './model-derived.ts';
import { observeOwned } from './model-rebuild.ts';
import type { Conflict } from './model-register.ts';
import type { KnownDeposit, KnownPayment } from './model-row-read.ts';
import type { PaymentOperation } from './model-row-write.ts';
import { depositRiskRow, depositRow, paymentRow } from './model-row-write.ts';
import type { ReadingSettings } from './model-schedule.ts';
import { nextReading } from './model-schedule.ts';
import type { PaymentObservation, PaymentState } from './model-state.ts';
import { claimDeposit } from './model-state.ts';
import type { Known } from './store-payment.ts';
import type { Announcement, Rows } from './store-rows.ts';
import { writeRows } from './store-rows.ts';

export type Folded = {
  readonly changed: boolean;
  /** Contradictions to which this observation is a side. */
  readonly conflicts: readonly Conflict[];
};

/** What is known of a payment with one more observation folded in, before it is written. */
export type FoldedPayment = Folded & {
  readonly payment: KnownPayment;
  /** The deposits whose rows are to be written. */
  readonly deposits: readonly KnownDeposit[];
  readonly rows: Rows;
  /** What open screens are to be told. */
  readonly told: Announcement | null;
};

export type FoldedAt = {
  /** When the observation was begun or received. */
  readonly observedAt: number;
  /** Distinct contents of the callback of each deposit that it is about, where it is a callback. */
  readonly versions: ReadonlyMap<DepositId, number>;
};

const settings = (): ReadingSettings => ({
  openSeconds: env.PAYMENT_READ_OPEN_SECONDS,
  recentSeconds: env.PAYMENT_READ_RECENT_SECONDS,
  recentDays: env.PAYMENT_READ_RECENT_DAYS,
  oldSeconds: env.PAYMENT_READ_OLD_SECONDS,
  oldDays: env.PAYMENT_READ_OLD_DAYS,
});

/** Folds one observation into the rows of its payment. The caller holds the locks and has loaded what is known. */
export async function foldPayment(
  transaction: Transaction,
  businessId: BusinessId,
  known: Known,
  seen: PaymentObservation,
  { isAnnounced, ...at }: FoldedAt & { readonly isAnnounced: boolean },
): Promise<Folded> {
  const folded = foldedPayment(businessId, known, seen, at);
  await writeRows(transaction, folded.rows, isAnnounced ? folded.told : null);
  return folded;
}

/** The same without the database: what is to be written. */
export function foldedPayment(
  businessId: BusinessId,
  known: Known,
  seen: PaymentObservation,
  { observedAt, versions }: FoldedAt,
): FoldedPayment {
  const before = known.payment?.state ?? null;
  const after = observeOwned(before, seen, (depositId) => known.deposits.get(depositId)?.paymentId ?? null);
  const touched = seen.deposits.flatMap(({ depositId }) => after.deposits.get(depositId) ?? []);
  const changed = touched.filter((deposit) =>
    depositDiffers(before?.deposits.get(deposit.depositId) ?? null, deposit),
  );
  const paymentChanged = changed.length > 0 || differs(before?.registers ?? null, after.registers);
  const claimed = claimedDeposits(known, seen);
  const changedAt = (at: number | undefined, differs: boolean) =>
    differs || at === undefined ? Math.max(at ?? 0, observedAt) : at;
  const allValues = [...after.deposits.values()].map((deposit) => deposit.registers.values);
  const rowChangedAt = changedAt(known.payment?.operation.changedAt, paymentChanged);
  const isChanged = paymentChanged || claimed.length > 0;
  const payment = {
    state: after,
    operation: operationAfter(known, after, seen, observedAt, rowChangedAt),
    derived: derive(after.registers.values, allValues, serviceSettings().callbackMeaning.amounts),
  };
  const own = touched.map((deposit): KnownDeposit => {
    const row = known.deposits.get(deposit.depositId);
    return {
      state: deposit,
      paymentId: seen.paymentId,
      changedAt: changedAt(row?.changedAt, changed.includes(deposit)),
      versions: versions.get(deposit.depositId) ?? row?.versions ?? 0,
    };
  });
  const deposits = own.concat(
    claimed.map((deposit) => ({ ...deposit, changedAt: Math.max(deposit.changedAt, observedAt) })),
  );
  const all = [after.registers, ...deposits.map(({ state }) => state.registers)];
  return {
    payment,
    deposits,
    rows: {
      payment: [paymentRow(businessId, payment.state, payment.derived, payment.operation)],
      deposit: deposits.map(({ state, ...row }) => depositRow(businessId, state, row)),
      deposit_risk: touched
        .map((deposit) => depositRiskRow(businessId, deposit))
        .filter((row) => row !== null),
    },
    told: isChanged
      ? {
          businessId,
          topics: topicsOf(changed),
          ids: [seen.paymentId, ...changed.map((deposit) => deposit.depositId)],
        }
      : null,
    changed: isChanged,
    conflicts: all
      .flatMap(({ conflicts }) => conflicts)
      .filter(({ values }) => values.some((one) => one.observation === seen.stamp.observation)),
  };
}

/** Deposits of other payments that this observation names: their rows keep their payment and note the claim. */
function claimedDeposits(known: Known, seen: PaymentObservation) {
  return seen.deposits.flatMap(({ depositId }) => {
    const deposit = known.deposits.get(depositId);
    if (deposit === undefined || deposit.paymentId === seen.paymentId) return [];
    return [{ ...deposit, state: claimDeposit(deposit.state, seen.paymentId, seen.stamp) }];
  });
}

function operationAfter(
  known: Known,
  after: PaymentState,
  seen: PaymentObservation,
  observedAt: number,
  changedAt: number,
): PaymentOperation {
  const before = known.payment?.operation;
  const isRead = seen.stamp.source === 'read';
  const deposits = [...after.deposits.values()].map((deposit) => deposit.registers.values);
  const scheduled = nextReading(
    after.registers.values,
    deposits,
    // What is told of long ago, such as a history that is brought in, is not overdue for that.
    { readAt: Math.max(observedAt, systemClock.now()), changedAt },
    settings(),
  );
  return {
    changedAt,
    nextReadAt:
      seen.stamp.source === 'callback'
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
