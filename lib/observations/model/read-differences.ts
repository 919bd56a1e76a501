import * as z from 'zod';
import { normalizeAddress } from '#lib/values/addresses.ts';
import { addressFields } from './fields.ts';
import type { DepositState, PaymentState } from './record-state.ts';
import type { FieldValue, FieldValues, Registers } from './registers.ts';

/** A value of a settled record that a later read contradicts. Records never have risk detail here. */
const readDifference = z.object({
  record: z.enum(['payment', 'deposit']),
  recordId: z.string(),
  field: z.string(),
  /** The value before the read. */
  stored: z.string(),
  /** The value that the service reports now. */
  reported: z.string(),
});
export type ReadDifference = z.infer<typeof readDifference>;

/** A difference as it is stored, with the start of the read. */
export const storedDifference = readDifference.extend({ at: z.string() });
export type StoredDifference = z.infer<typeof storedDifference>;

type Compared = {
  readonly before: FieldValues;
  readonly after: FieldValues;
  /** The sources of the values before. */
  readonly stamps: Registers['stamps'];
};

/** Statuses of a settled payment. It advances in this order, with a further deposit. */
const settledStatuses: readonly (FieldValue | undefined)[] = ['EXPIRED', 'DEPOSITED', 'OVERPAID'];
const openStatuses: readonly (FieldValue | undefined)[] = ['NEW', 'PENDING', 'AWAITING'];
/** How a page of the service looks and where it leads. None of it is about money. */
const presentation: ReadonlySet<string> = new Set([
  'locale',
  'url',
  'paymentUrl',
  'redirectUrl',
  'redirectMode',
]);
const statuses: ReadonlySet<string> = new Set(['status', 'refundStatus']);

const isEqual = (field: string, left: FieldValue, right: FieldValue): boolean =>
  left === right ||
  (addressFields.has(field) && normalizeAddress(String(left)) === normalizeAddress(String(right)));

/** Lists the fields whose value was replaced by another one. A value that was missing or imported only fills a gap. */
function listReplaced(
  { before, after, stamps }: Compared,
  mayDiffer: (field: string) => boolean,
): readonly string[] {
  return Object.entries(before).flatMap(([field, value]) => {
    const now = after[field];
    if (presentation.has(field) || statuses.has(field) || mayDiffer(field)) return [];
    if (stamps[field]?.source === 'import') return [];
    return now === undefined || isEqual(field, value, now) ? [] : [field];
  });
}

const hasMoved = ({ before, after }: Compared, field: string): boolean => before[field] !== after[field];

type News = {
  /** True if a status of a deposit or its refund moved. */
  readonly hasNews: boolean;
  /** True for a further deposit, and for one that is confirmed now. */
  readonly hasReceived: boolean;
};

/** A reusable payment is never settled, because it takes further deposits. */
function listPaymentFields(payment: Compared, { hasNews, hasReceived }: News): readonly string[] {
  const { before, after } = payment;
  if (before['type'] === 'REUSABLE' || !settledStatuses.includes(before['status'])) return [];
  const [from, to] = [before['status'], after['status']].map((status) => settledStatuses.indexOf(status));
  const isFallen =
    openStatuses.includes(after['status']) || (!hasNews && (to ?? -1) >= 0 && (to ?? 0) < (from ?? 0));
  // Received amounts follow the deposits.
  const mayMove = hasReceived || (to ?? 0) > (from ?? 0);
  const replaced = listReplaced(payment, (field) => field.startsWith('actual') && mayMove);
  return isFallen ? ['status', ...replaced] : replaced;
}

function listDepositFields(deposit: Compared): readonly string[] {
  const { before, after } = deposit;
  if (before['status'] !== 'CONFIRMED') return [];
  const isRefunded = before['refundStatus'] === 'CONFIRMED';
  return [
    ...(after['status'] === 'UNCONFIRMED' ? ['status'] : []),
    ...(isRefunded && after['refundStatus'] === 'PENDING' ? ['refundStatus'] : []),
    ...listReplaced(deposit, (field) => field.startsWith('refund') && !isRefunded),
  ];
}

/**
 * Compares a payment and its deposits before and after a read. A value that contradicts an earlier one of a settled record is
 * a difference; one that advances isn't: a missing value, a later status, or a received amount with a further deposit.
 */
export function listReadDifferences(
  payment: { readonly before: PaymentState | null; readonly after: PaymentState },
  deposits: readonly { readonly before: DepositState | null; readonly after: DepositState }[],
): readonly ReadDifference[] {
  const compared = deposits.map(({ before, after }) => ({
    id: after.depositId,
    before: before?.registers.values ?? {},
    after: after.registers.values,
    stamps: before?.registers.stamps ?? {},
  }));
  const news = {
    hasNews: compared.some((one) => hasMoved(one, 'status') || hasMoved(one, 'refundStatus')),
    hasReceived:
      deposits.some(({ before }) => before === null) ||
      compared.some((one) => hasMoved(one, 'status') && one.after['status'] === 'CONFIRMED'),
  };
  const own: Compared = {
    before: payment.before?.registers.values ?? {},
    after: payment.after.registers.values,
    stamps: payment.before?.registers.stamps ?? {},
  };
  const toDifference =
    (record: ReadDifference['record'], recordId: string, { before, after }: Compared) =>
    (field: string): ReadDifference => ({
      record,
      recordId,
      field,
      stored: String(before[field]),
      reported: String(after[field]),
    });
  return [
    ...listPaymentFields(own, news).map(toDifference('payment', payment.after.paymentId, own)),
    ...compared.flatMap((one) => listDepositFields(one).map(toDifference('deposit', one.id, one))),
  ];
}
