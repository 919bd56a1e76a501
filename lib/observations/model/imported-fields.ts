import { depositStatuses, paymentStatuses, refundStatuses } from '#lib/service/contract/enumerations.ts';
import type { FieldValues } from './registers.ts';
import type { ReportedPayment } from './reported-payment.ts';

/** Statuses that claim a payment. An imported copy of a record doesn’t prove one. */
const paidStatuses: ReadonlySet<string> = new Set(['DEPOSITED', 'OVERPAID', 'CONFIRMED']);
const listHarmlessCodes = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.filter((word) => !paidStatuses.has(word)));
/** Known codes that claim no payment. An unknown code could claim one. */
const harmlessCodes: Readonly<Record<string, ReadonlySet<string>>> = {
  status: listHarmlessCodes([...paymentStatuses, ...depositStatuses]),
  refundStatus: listHarmlessCodes(refundStatuses),
};
/** Fields that prove that a refund was sent. */
const refundProofFields = new Set(['refundConfirmedAt', 'refundTransactionId']);
const paidAmounts = new Set(['actualDisplayAmount', 'actualDepositAmount', 'actualUniformAmount']);
/**
 * Amounts of deposits, from which coverage and received money are derived. An imported amount would take precedence
 * over a callback’s, so it never counts.
 */
const receivedAmounts = new Set([
  'depositAmount',
  'displayAmount',
  'settlementPayableAmount',
  'uniformPayableAmount',
]);

const isPaid = (field: string, value: unknown): boolean =>
  refundProofFields.has(field) ||
  receivedAmounts.has(field) ||
  (typeof value === 'string' &&
    (paidAmounts.has(field) ? !/^0(\.0+)?$/.test(value) : !(harmlessCodes[field]?.has(value) ?? true)));

/** A value of an imported record that was left out. `depositId` is null for a value of the payment. */
export type WithheldField = {
  readonly depositId: string | null;
  readonly field: string;
  readonly value: string;
};

/**
 * Returns an imported record without the statuses and amounts that would mark anything as paid. Only the service
 * reports those.
 */
export function dropWithheldFields(statement: ReportedPayment): ReportedPayment {
  return {
    ...statement,
    values: dropPaidValues(statement.values),
    deposits: statement.deposits.map((deposit) => ({ ...deposit, values: dropPaidValues(deposit.values) })),
  };
}

/** Lists the values of an imported record that are left out. */
export function listWithheldFields(statement: ReportedPayment): WithheldField[] {
  const listPaidValues = (depositId: string | null, values: FieldValues): WithheldField[] =>
    Object.entries(values)
      .filter(([field, value]) => isPaid(field, value))
      .map(([field, value]) => ({ depositId, field, value: String(value) }));
  return [
    ...listPaidValues(null, statement.values),
    ...statement.deposits.flatMap(({ depositId, values }) => listPaidValues(depositId, values)),
  ];
}

const dropPaidValues = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => !isPaid(field, value)));
