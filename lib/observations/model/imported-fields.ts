import { depositStatuses, paymentStatuses, refundStatuses } from '#lib/service/contract/enumerations.ts';
import type { RecordStatement } from './record-statement.ts';
import type { Values } from './registers.ts';

/** What says that money came or went. A person's copy of a record is no proof of that. */
const paid: ReadonlySet<string> = new Set(['DEPOSITED', 'OVERPAID', 'CONFIRMED']);
const unpaidWords = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.filter((word) => !paid.has(word)));
/** Words that say nothing of the kind. One that nobody knows may. */
const harmless: Readonly<Record<string, ReadonlySet<string>>> = {
  status: unpaidWords([...paymentStatuses, ...depositStatuses]),
  refundStatus: unpaidWords(refundStatuses),
};
/** A refund that went has them. */
const wentFields = new Set(['refundConfirmedAt', 'refundTransactionId']);
const paidAmounts = new Set(['actualDisplayAmount', 'actualDepositAmount', 'actualUniformAmount']);
/**
 * How much a deposit was, of which coverage and money in are made. Whatever they say, they would stand in front of what
 * its callback reported.
 */
const cameAmounts = new Set([
  'depositAmount',
  'displayAmount',
  'settlementPayableAmount',
  'uniformPayableAmount',
]);

const isPaid = (field: string, value: unknown): boolean =>
  wentFields.has(field) ||
  cameAmounts.has(field) ||
  (typeof value === 'string' &&
    (paidAmounts.has(field) ? !/^0(\.0+)?$/.test(value) : !(harmless[field]?.has(value) ?? true)));

/** A claim of an imported record that was left out: of the payment, or of the deposit with this id. */
export type Withheld = { readonly depositId: string | null; readonly field: string; readonly value: string };

/**
 * What counts of a record that a person brought: everything but the statuses and amounts that would mark a payment, a
 * deposit or a refund as paid, or say how much came. Those come from the service alone.
 */
export function importable(said: RecordStatement): RecordStatement {
  return {
    ...said,
    values: unpaid(said.values),
    deposits: said.deposits.map((deposit) => ({ ...deposit, values: unpaid(deposit.values) })),
  };
}

export function listWithheld(said: RecordStatement): Withheld[] {
  const of = (depositId: string | null, values: Values): Withheld[] =>
    Object.entries(values)
      .filter(([field, value]) => isPaid(field, value))
      .map(([field, value]) => ({ depositId, field, value: String(value) }));
  return [
    ...of(null, said.values),
    ...said.deposits.flatMap(({ depositId, values }) => of(depositId, values)),
  ];
}

const unpaid = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => !isPaid(field, value)));
