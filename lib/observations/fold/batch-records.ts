import 'server-only';
import type { BusinessId, DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import type { ShownWith } from '../model/observation.ts';
import type { Values } from '../model/registers.ts';
import type { StoredDeposit, StoredPayment, StoredWithdrawal } from '../model/row-read.ts';
import {
  readStoredAggregate,
  toStoredDeposit,
  toStoredPayment,
  toStoredWithdrawal,
} from '../model/row-read.ts';
import type { Row } from '../model/row-write.ts';
import type { Held } from '../store/batch-read.ts';
import type { PaymentSnapshot } from '../store/payment.ts';
import type { Rows, Table } from '../store/rows.ts';
import { tableKeys, tables } from '../store/rows.ts';
import type { Decision } from './decide-callback.ts';

const key = (businessId: string, id: string): string => `${businessId} ${id}`;

/** What is known of the records of a batch as one message after the other is applied, and what is to be written of it. */
export class BatchRecords {
  readonly #payments = new Map<string, StoredPayment>();
  readonly #deposits = new Map<string, StoredDeposit>();
  /** All deposits of a payment, where its row keeps no tally of them. */
  readonly #whole = new Map<string, Map<DepositId, Values>>();
  readonly #withdrawals = new Map<string, StoredWithdrawal>();
  readonly #elsewhere: ReadonlySet<string>;
  readonly #versions: Map<string, number>;
  /** Of a message that is new its content without risk detail, and the stored message that has the same. */
  readonly #visible: ReadonlyMap<string, Held['visible'][number]>;
  /** The first message of this batch with such a content. */
  readonly #firstShown = new Map<string, ShownWith>();
  readonly #rows = new Map<Table, Map<string, Row>>();

  constructor(held: Held) {
    this.#elsewhere = new Set(held.elsewhere.map(({ businessId, id }) => key(businessId, id)));
    this.#versions = new Map(held.versions.map(({ businessId, id, count }) => [key(businessId, id), count]));
    this.#visible = new Map(held.visible.map((one) => [one.id, one]));
    for (const row of held.deposits) {
      const deposit = toStoredDeposit(row);
      this.#deposits.set(key(row.text('business_id') ?? '', deposit.state.depositId), deposit);
    }
    const ofPayment = new Map<string, Map<DepositId, Values>>();
    for (const { businessId, deposit } of held.tallied) {
      const payment = key(businessId, deposit.paymentId);
      const own = ofPayment.get(payment) ?? new Map<DepositId, Values>();
      ofPayment.set(payment, own.set(deposit.depositId, deposit.values));
    }
    for (const row of held.payments) {
      const payment = key(row.text('business_id') ?? '', row.text('payment_id') ?? '');
      const own = ofPayment.get(payment) ?? new Map<DepositId, Values>();
      this.#payments.set(payment, toStoredPayment(row, own.values()));
      if (readStoredAggregate(row) === null) this.#whole.set(payment, own);
    }
    for (const row of held.withdrawals) {
      const withdrawal = toStoredWithdrawal(row);
      this.#withdrawals.set(key(row.text('business_id') ?? '', withdrawal.state.withdrawalId), withdrawal);
    }
  }

  /** The message, stored or of this batch, from which a new one differs in risk detail alone. As the trigger finds it. */
  shownWith(businessId: BusinessId, subjectId: string, id: string): ShownWith | null {
    const visible = this.#visible.get(id);
    if (visible === undefined) return null;
    if (visible.head !== null || visible.text === null) return visible.head;
    return this.#firstShown.get(key(businessId, `${subjectId} ${visible.text}`)) ?? null;
  }

  /** As for a message that is in the inbox already: it is among the versions, unless it `isRepeat` of one. */
  payment(
    businessId: BusinessId,
    paymentId: PaymentId,
    named: readonly DepositId[],
    isRepeat = false,
  ): PaymentSnapshot {
    const deposits = new Map<DepositId, StoredDeposit>();
    for (const depositId of named) {
      const deposit = this.#deposits.get(key(businessId, depositId));
      if (deposit !== undefined) deposits.set(depositId, deposit);
    }
    const payments = new Map<PaymentId, StoredPayment>();
    for (const id of [paymentId, ...[...deposits.values()].map((deposit) => deposit.paymentId)]) {
      const payment = this.#payments.get(key(businessId, id));
      if (payment !== undefined) payments.set(id, payment);
    }
    return {
      payments,
      deposits,
      depositsOf: (id) => this.#whole.get(key(businessId, id)) ?? null,
      elsewhere: this.#elsewhere.has(key(businessId, paymentId)),
      versions: this.#applied(businessId, named) + (isRepeat ? 0 : 1),
    };
  }

  withdrawal(
    businessId: BusinessId,
    withdrawalId: WithdrawalId,
    isRepeat: boolean,
  ): { known: StoredWithdrawal | null; versions: number } {
    return {
      known: this.#withdrawals.get(key(businessId, withdrawalId)) ?? null,
      versions: this.#applied(businessId, [withdrawalId]) + (isRepeat ? 0 : 1),
    };
  }

  /**
   * Whether a message before this one in the batch made the withdrawal BLOCKED, which no row has been yet: what opens a
   * case must stand in one, however soon it is over.
   */
  holdsBlocked(businessId: BusinessId, withdrawalId: WithdrawalId): boolean {
    const row = this.#rows.get('withdrawal')?.get(key(businessId, withdrawalId));
    return row !== undefined && row['status'] === 'BLOCKED';
  }

  #applied(businessId: BusinessId, ids: readonly string[]): number {
    return ids.reduce((sum, id) => sum + (this.#versions.get(key(businessId, id)) ?? 0), 0);
  }

  /** Takes for known what was decided of a message about `subjectId`. */
  keep(businessId: BusinessId, subjectId: string, { id, receivedAt }: ShownWith, decision: Decision): void {
    if (decision.effect.verdict !== 'quarantined' && this.shownWith(businessId, subjectId, id) === null) {
      this.#versions.set(key(businessId, subjectId), this.#applied(businessId, [subjectId]) + 1);
      const text = this.#visible.get(id)?.text ?? null;
      if (text !== null) this.#firstShown.set(key(businessId, `${subjectId} ${text}`), { id, receivedAt });
    }
    this.take(businessId, decision);
  }

  /** Takes for known what an observation changes. */
  take(
    businessId: BusinessId,
    { payments = [], deposits = [], withdrawal, rows }: Omit<Decision, 'effect' | 'told'>,
  ): void {
    for (const payment of payments) {
      const place = key(businessId, payment.state.paymentId);
      if (!this.#payments.has(place)) this.#whole.set(place, new Map());
      this.#payments.set(place, payment);
    }
    for (const deposit of deposits) {
      const { depositId } = deposit.state;
      const before = this.#deposits.get(key(businessId, depositId));
      if (before !== undefined) this.#whole.get(key(businessId, before.paymentId))?.delete(depositId);
      this.#deposits.set(key(businessId, depositId), deposit);
      this.#whole.get(key(businessId, deposit.paymentId))?.set(depositId, deposit.state.registers.values);
    }
    if (withdrawal) this.#withdrawals.set(key(businessId, withdrawal.state.withdrawalId), withdrawal);
    for (const table of tables)
      for (const row of rows[table] ?? []) {
        const written = this.#rows.get(table) ?? new Map<string, Row>();
        written.set(tableKeys[table].map((column) => String(row[column])).join(' '), row);
        this.#rows.set(table, written);
      }
  }

  /** What is to be written, each record once, as the last message left it, in the order of the keys. */
  rows(): Rows {
    const all = [...this.#rows].map(([table, rows]) => [
      table,
      [...rows].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row),
    ]);
    return Object.fromEntries(all);
  }
}
