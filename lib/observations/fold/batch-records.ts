import 'server-only';
import type { BusinessId, DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import type { VisibleDuplicate } from '../model/observation.ts';
import type { RecordChange } from '../model/record-change.ts';
import type { FieldValues } from '../model/registers.ts';
import type { StoredDeposit, StoredPayment, StoredWithdrawal } from '../model/row-read.ts';
import {
  readStoredAggregate,
  toStoredDeposit,
  toStoredPayment,
  toStoredWithdrawal,
} from '../model/row-read.ts';
import type { BatchState } from '../store/batch-read.ts';
import type { CallbackGroups, GroupedCallback } from '../store/callback-groups.ts';
import type { PaymentSnapshot } from '../store/payment.ts';

const toKey = (businessId: string, id: string): string => `${businessId} ${id}`;

/** The records of a batch while its messages are applied one after the other, and their changes. */
export class BatchRecords {
  readonly #payments = new Map<string, StoredPayment>();
  readonly #deposits = new Map<string, StoredDeposit>();
  /** All deposits of each payment whose row stores no aggregate. */
  readonly #whole = new Map<string, Map<DepositId, FieldValues>>();
  readonly #isWhole: boolean;
  readonly #withdrawals = new Map<string, StoredWithdrawal>();
  readonly #elsewhere: ReadonlySet<string>;
  readonly #versions: Map<string, number>;
  readonly #groups: CallbackGroups;
  /** Deposits and withdrawals with stored callbacks that wait to be folded. */
  readonly #waiting: ReadonlySet<string>;
  readonly #changes: RecordChange[] = [];

  constructor(state: BatchState) {
    this.#isWhole = state.reach === 'whole';
    this.#elsewhere = new Set(state.foreignPayments.map(({ businessId, id }) => toKey(businessId, id)));
    this.#versions = new Map(
      state.versions.map(({ businessId, id, count }) => [toKey(businessId, id), count]),
    );
    this.#waiting = new Set(
      state.versions.flatMap(({ businessId, id, isWaiting }) => (isWaiting ? [toKey(businessId, id)] : [])),
    );
    this.#groups = state.groups;
    for (const row of state.deposits) {
      const deposit = toStoredDeposit(row);
      this.#deposits.set(toKey(row.text('business_id') ?? '', deposit.state.depositId), deposit);
    }
    const depositsByPayment = new Map<string, Map<DepositId, FieldValues>>();
    for (const { businessId, deposit } of state.aggregatedDeposits) {
      const payment = toKey(businessId, deposit.paymentId);
      const ownDeposits = depositsByPayment.get(payment) ?? new Map<DepositId, FieldValues>();
      depositsByPayment.set(payment, ownDeposits.set(deposit.depositId, deposit.values));
    }
    for (const row of state.payments) {
      const payment = toKey(row.text('business_id') ?? '', row.text('payment_id') ?? '');
      const ownDeposits = depositsByPayment.get(payment) ?? new Map<DepositId, FieldValues>();
      this.#payments.set(payment, toStoredPayment(row, ownDeposits.values()));
      if (readStoredAggregate(row) === null) this.#whole.set(payment, ownDeposits);
    }
    for (const row of state.withdrawals) {
      const withdrawal = toStoredWithdrawal(row);
      this.#withdrawals.set(toKey(row.text('business_id') ?? '', withdrawal.state.withdrawalId), withdrawal);
    }
  }

  /** Returns whether stored callbacks about this deposit or withdrawal wait to be folded. */
  hasWaiting(businessId: BusinessId, subjectId: string): boolean {
    return this.#waiting.has(toKey(businessId, subjectId));
  }

  /** Returns the earlier callback with effect, stored or of this batch, from which a new one differs only in risk detail. */
  shownWith(callback: GroupedCallback): VisibleDuplicate | null {
    return this.#groups.find(callback, true);
  }

  /** Returns the snapshot for one message. The message counts as a version, unless it `isRepeat`. */
  payment(
    businessId: BusinessId,
    paymentId: PaymentId,
    depositIds: readonly DepositId[],
    isRepeat = false,
  ): PaymentSnapshot {
    const deposits = new Map<DepositId, StoredDeposit>();
    for (const depositId of depositIds) {
      const deposit = this.#deposits.get(toKey(businessId, depositId));
      if (deposit !== undefined) deposits.set(depositId, deposit);
    }
    const payments = new Map<PaymentId, StoredPayment>();
    for (const id of [paymentId, ...[...deposits.values()].map((deposit) => deposit.paymentId)]) {
      const payment = this.#payments.get(toKey(businessId, id));
      if (payment !== undefined) payments.set(id, payment);
    }
    return {
      payments,
      deposits,
      getDeposits: (id) => this.#whole.get(toKey(businessId, id)) ?? (this.#isWhole ? new Map() : null),
      isForeign: this.#elsewhere.has(toKey(businessId, paymentId)),
      versions: this.#applied(businessId, depositIds) + (isRepeat ? 0 : 1),
    };
  }

  withdrawal(
    businessId: BusinessId,
    withdrawalId: WithdrawalId,
    isRepeat: boolean,
  ): { known: StoredWithdrawal | null; versions: number } {
    return {
      known: this.#withdrawals.get(toKey(businessId, withdrawalId)) ?? null,
      versions: this.#applied(businessId, [withdrawalId]) + (isRepeat ? 0 : 1),
    };
  }

  #applied(businessId: BusinessId, ids: readonly string[]): number {
    return ids.reduce((sum, id) => sum + (this.#versions.get(toKey(businessId, id)) ?? 0), 0);
  }

  /** Records a decided callback. Returns the earlier one that it is shown with, or null. */
  recordCallback(callback: GroupedCallback, hasEffect: boolean): VisibleDuplicate | null {
    const { businessId, subjectId } = callback;
    const head = this.#groups.place(callback, hasEffect);
    if (hasEffect && head === null && subjectId !== null)
      this.#versions.set(toKey(businessId, subjectId), this.#applied(businessId, [subjectId]) + 1);
    return head;
  }

  /** Records the changes of an observation. */
  recordChanges(changes: readonly RecordChange[]): void {
    this.#changes.push(...changes);
    for (const { kind, businessId, after } of changes) {
      if (after === null) continue;
      if (kind === 'payment') {
        const recordKey = toKey(businessId, after.state.paymentId);
        if (!this.#payments.has(recordKey)) this.#whole.set(recordKey, new Map());
        this.#payments.set(recordKey, after);
      } else if (kind === 'deposit') {
        const { depositId } = after.state;
        const before = this.#deposits.get(toKey(businessId, depositId));
        if (before !== undefined) this.#whole.get(toKey(businessId, before.paymentId))?.delete(depositId);
        this.#deposits.set(toKey(businessId, depositId), after);
        this.#whole.get(toKey(businessId, after.paymentId))?.set(depositId, after.state.registers.values);
      } else this.#withdrawals.set(toKey(businessId, after.state.withdrawalId), after);
    }
  }

  /** Returns the changes of all observations, in order. */
  changes(): readonly RecordChange[] {
    return this.#changes;
  }
}
