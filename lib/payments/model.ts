import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { difference } from '#lib/values/difference.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { parseUnixSeconds } from '#lib/values/unix-seconds.ts';
import type { PaymentRow } from './schema/fields.ts';

/** What the rules below look at; rows and whole payments both have it. */
type Known = Pick<
  PaymentRow,
  | 'status'
  | 'type'
  | 'recordSeen'
  | 'depositCount'
  | 'confirmedDepositCount'
  | 'coverage'
  | 'late'
  | 'currencyMismatch'
  | 'expiryStart'
  | 'expirationMinutes'
  | 'expirationTime'
>;

/** States of ours, beside the service's status. */
export type PaymentInference =
  | 'paid'
  | 'under'
  | 'over'
  | 'late'
  | 'mismatch'
  | 'several'
  | 'expected-expired'
  | 'reported-by-callback';

const open: ReadonlySet<string> = new Set(['NEW', 'PENDING', 'AWAITING']);
const unpaid: ReadonlySet<string> = new Set([...open, 'EXPIRED']);

const sevenDays = 7 * 24 * 60;

/**
 * When the checkout link should expire, in UNIX seconds: as a callback told, else reckoned from where the minutes are
 * assumed to start (§2.2: 0 of them stand for 7 days). An expectation, never a status; null where it never expires, can't
 * be known, or would be later than any date, for the minutes are any number.
 */
export function calculateExpiry(
  payment: Pick<Known, 'type' | 'expiryStart' | 'expirationMinutes' | 'expirationTime'>,
): UnixSeconds | null {
  if (payment.type === 'REUSABLE') return null;
  if (payment.expirationTime !== null) return payment.expirationTime;
  const { expiryStart: start, expirationMinutes: minutes } = payment;
  if (payment.type !== 'ONE_TIME' || start === null || minutes === null) return null;
  return parseUnixSeconds(start + (minutes === 0 ? sevenDays : minutes) * 60);
}

/** What we infer of a payment, the most telling first. `now` in UNIX seconds. */
export function inferStates(payment: Known, now: number): readonly PaymentInference[] {
  const { status, coverage } = payment;
  const expiry = calculateExpiry(payment);
  const covered = payment.confirmedDepositCount > 0 && (coverage === 'exact' || coverage === 'over');
  const states: readonly (readonly [PaymentInference, boolean])[] = [
    ['paid', covered && (status === null || unpaid.has(status))],
    ['under', coverage === 'under'],
    ['over', coverage === 'over' && status !== 'OVERPAID'],
    ['mismatch', payment.currencyMismatch === true],
    ['late', payment.late === true],
    ['several', payment.depositCount > 1],
    ['expected-expired', status !== null && open.has(status) && !covered && expiry !== null && expiry < now],
    ['reported-by-callback', !payment.recordSeen],
  ];
  return states.flatMap(([state, holds]) => (holds ? [state] : []));
}

/** An amount that is known, with its currency. */
export type Sum = { readonly amount: Amount; readonly currency: string };

type Figures = Pick<
  PaymentRow,
  | 'displayCurrency'
  | 'expectedDisplayAmount'
  | 'actualDisplayAmount'
  | 'depositCurrency'
  | 'expectedDepositAmount'
  | 'actualDepositAmount'
  | 'currencyMismatch'
  | 'confirmedDepositCount'
>;

const sum = (amount: Amount | null, currency: string | null): Sum | null =>
  amount === null || currency === null ? null : { amount, currency };

/** Whether the price is in a coin: no currency is told, or only the coin's amount was asked for. `price-columns.ts` says it in SQL. */
const isPricedInCoin = (payment: Figures): boolean =>
  payment.displayCurrency === null ||
  (payment.expectedDisplayAmount === null && payment.expectedDepositAmount !== null);

/** What was asked: the price, else what was to be deposited where the payment is priced in a coin. */
export const findRequestedSum = (payment: Figures): Sum | null =>
  isPricedInCoin(payment)
    ? sum(payment.expectedDepositAmount, payment.depositCurrency)
    : sum(payment.expectedDisplayAmount, payment.displayCurrency);

/** The currency of actualDepositAmount: null where it can be another than depositCurrency (§2.3), for another one came. */
export const currencyOfActualDeposit = (
  payment: Pick<Figures, 'depositCurrency' | 'currencyMismatch'>,
): string | null => (payment.currencyMismatch === true ? null : payment.depositCurrency);

/** An amount as it is recorded; its currency is null where another coin came, and nobody knows in which it is. */
export type RecordedAmount = { readonly amount: Amount; readonly currency: string | null };

/**
 * What came, as it was told last: null where that was "nothing" while a deposit is confirmed by now, as in the answer to
 * our own request (§4.1). `price-columns.ts` says it in SQL.
 */
export const findLastReported = (
  amount: Amount | null,
  { confirmedDepositCount }: Pick<Figures, 'confirmedDepositCount'>,
): Amount | null => (confirmedDepositCount > 0 && amount !== null && !/[1-9]/.test(amount) ? null : amount);

/** Whether what came was told once, and before what is confirmed by now. */
export const isReportedEarlier = (payment: Figures): boolean =>
  [payment.actualDisplayAmount, payment.actualDepositAmount].some(
    (amount) => amount !== null && findLastReported(amount, payment) === null,
  );

/** What came, as the record tells it, in the currency of the price or in a coin that nobody knows. */
export function findRecordedAmount(payment: Figures): RecordedAmount | null {
  if (!isPricedInCoin(payment))
    return sum(findLastReported(payment.actualDisplayAmount, payment), payment.displayCurrency);
  const { currencyMismatch } = payment;
  const amount = findLastReported(payment.actualDepositAmount, payment);
  if (amount !== null && currencyMismatch === true) return { amount, currency: null };
  return sum(amount, payment.depositCurrency);
}

/** The same where it is in the currency of what was asked. */
export function findReceivedSum(payment: Figures): Sum | null {
  const recorded = findRecordedAmount(payment);
  return recorded && sum(recorded.amount, recorded.currency);
}

/**
 * By how much more or less came than was asked. Null while nothing is confirmed, where one of them is unknown, and
 * for a reusable payment, which asks again and again.
 */
export function calculateDifference(
  payment: Figures & Pick<Known, 'type'>,
): { amount: SignedAmount; currency: string } | null {
  if (payment.type === 'REUSABLE') return null;
  const [asked, came] = [findRequestedSum(payment), findReceivedSum(payment)];
  if (!asked || !came || asked.currency !== came.currency || payment.confirmedDepositCount === 0) return null;
  return { amount: difference(came, asked), currency: asked.currency };
}
