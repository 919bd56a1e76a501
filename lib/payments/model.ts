import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { subtract } from '#lib/values/subtract.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { parseUnixSeconds } from '#lib/values/unix-seconds.ts';
import type { PaymentRow } from './schema/fields.ts';

/** Fields that the rules below need. Rows and whole payments have them. */
export type PaymentStateFields = Pick<
  PaymentRow,
  | 'status'
  | 'type'
  | 'recordSeen'
  | 'depositCount'
  | 'confirmedDepositCount'
  | 'coverage'
  | 'late'
  | 'currencyMismatch'
  | 'withinTolerance'
  | 'readDifferences'
  | 'expiryStart'
  | 'expirationMinutes'
  | 'expirationTime'
>;

/** States that we infer beside the service's status. */
export type PaymentInference =
  | 'paid'
  | 'under'
  | 'over'
  | 'within-tolerance'
  | 'late'
  | 'mismatch'
  | 'several'
  | 'expected-expired'
  | 'reported-by-callback';

/** Why a payment is an exception. */
const paymentReasons = ['under', 'over', 'late', 'mismatch', 'unmatched', 'contradicted'] as const;
type PaymentReason = (typeof paymentReasons)[number];

/** Lists why a payment needs finance's attention. Keep in step with `exception-sql.ts`. */
export function listExceptionReasons(
  payment: Pick<
    PaymentStateFields,
    'coverage' | 'late' | 'currencyMismatch' | 'recordSeen' | 'withinTolerance' | 'readDifferences'
  >,
): readonly PaymentReason[] {
  const has: Readonly<Record<PaymentReason, boolean>> = {
    under: payment.coverage === 'under' && !payment.withinTolerance,
    over: payment.coverage === 'over' && !payment.withinTolerance,
    late: payment.late === true,
    mismatch: payment.currencyMismatch === true,
    unmatched: !payment.recordSeen,
    contradicted: payment.readDifferences.length > 0,
  };
  return paymentReasons.filter((reason) => has[reason]);
}

const open: ReadonlySet<string> = new Set(['NEW', 'PENDING', 'AWAITING']);
const unpaid: ReadonlySet<string> = new Set([...open, 'EXPIRED']);

const sevenDays = 7 * 24 * 60;

/**
 * Returns the expiry of the checkout link in UNIX seconds: the one that a callback reported, or an estimate from the
 * assumed start of the minutes (§2.2: 0 minutes are 7 days). Null when it never expires, is unknown or exceeds any date.
 */
export function calculateExpiry(
  payment: Pick<PaymentStateFields, 'type' | 'expiryStart' | 'expirationMinutes' | 'expirationTime'>,
): UnixSeconds | null {
  if (payment.type === 'REUSABLE') return null;
  if (payment.expirationTime !== null) return payment.expirationTime;
  const { expiryStart: start, expirationMinutes: minutes } = payment;
  if (payment.type !== 'ONE_TIME' || start === null || minutes === null) return null;
  return parseUnixSeconds(start + (minutes === 0 ? sevenDays : minutes) * 60);
}

/** Infers the states of a payment, most important first. `now` is in UNIX seconds. */
export function inferStates(payment: PaymentStateFields, now: number): readonly PaymentInference[] {
  const { status, coverage, withinTolerance } = payment;
  const expiry = calculateExpiry(payment);
  const covered = payment.confirmedDepositCount > 0 && (coverage === 'exact' || coverage === 'over');
  const states: readonly (readonly [PaymentInference, boolean])[] = [
    ['paid', covered && (status === null || unpaid.has(status))],
    ['under', coverage === 'under' && !withinTolerance],
    ['over', coverage === 'over' && !withinTolerance && status !== 'OVERPAID'],
    ['within-tolerance', withinTolerance],
    ['mismatch', payment.currencyMismatch === true],
    ['late', payment.late === true],
    ['several', payment.depositCount > 1],
    ['expected-expired', status !== null && open.has(status) && !covered && expiry !== null && expiry < now],
    ['reported-by-callback', !payment.recordSeen],
  ];
  return states.flatMap(([state, holds]) => (holds ? [state] : []));
}

/** Statuses with which a reusable payment accepts further deposits, beside the open ones. */
const paidStatuses: ReadonlySet<string> = new Set(['DEPOSITED', 'OVERPAID']);

/**
 * Why the payer should not pay. `status`, `review` and `expired` are reported by the service, so the checkout offers no
 * code to pay. `paid` and `estimated-expiry` are inferred, so they only warn.
 */
export type CheckoutObstacle = 'status' | 'review' | 'expired' | 'paid' | 'estimated-expiry';

export const isCheckoutWithheld = (obstacle: CheckoutObstacle | null): boolean =>
  obstacle === 'status' || obstacle === 'review' || obstacle === 'expired';

/** Returns why the payer should not pay, or null. `now` is in UNIX seconds. */
export function findCheckoutObstacle(
  payment: PaymentStateFields & Pick<PaymentRow, 'depositStatuses'>,
  now: number,
): CheckoutObstacle | null {
  const { status, type } = payment;
  const isReusable = type === 'REUSABLE';
  if (status !== null && !open.has(status) && !(isReusable && paidStatuses.has(status))) return 'status';
  if (isReusable) return null;
  if (payment.depositStatuses.includes('COMPLIANCE_REVIEW')) return 'review';
  const expiry = calculateExpiry(payment);
  if (expiry !== null && expiry <= now && payment.expirationTime !== null) return 'expired';
  if (inferStates(payment, now).includes('paid')) return 'paid';
  return expiry !== null && expiry <= now ? 'estimated-expiry' : null;
}

/** An amount that is known, with its currency. */
export type PaymentSum = { readonly amount: Amount; readonly currency: string };

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

const sum = (amount: Amount | null, currency: string | null): PaymentSum | null =>
  amount === null || currency === null ? null : { amount, currency };

/** Returns true when only a coin amount was requested. Keep in step with `price-columns.ts`. */
const isPricedInCoin = (payment: Figures): boolean =>
  payment.displayCurrency === null ||
  (payment.expectedDisplayAmount === null && payment.expectedDepositAmount !== null);

/** Returns the requested amount: the price, or the expected deposit when the payment is priced in a coin. */
export const findRequestedSum = (payment: Figures): PaymentSum | null =>
  isPricedInCoin(payment)
    ? sum(payment.expectedDepositAmount, payment.depositCurrency)
    : sum(payment.expectedDisplayAmount, payment.displayCurrency);

/** Returns the currency of actualDepositAmount, or null when another coin than depositCurrency was deposited (§2.3). */
export const findActualDepositCurrency = (
  payment: Pick<Figures, 'depositCurrency' | 'currencyMismatch'>,
): string | null => (payment.currencyMismatch === true ? null : payment.depositCurrency);

/** A recorded amount. Its currency is null when another coin was deposited and the coin is unknown. */
export type RecordedAmount = { readonly amount: Amount; readonly currency: string | null };

/**
 * Returns the last reported amount. A zero that is older than a confirmed deposit, such as in the create answer (§4.1),
 * counts as not reported. Keep in step with `price-columns.ts`.
 */
export const findLastReported = (
  amount: Amount | null,
  { confirmedDepositCount }: Pick<Figures, 'confirmedDepositCount'>,
): Amount | null => (confirmedDepositCount > 0 && amount !== null && !/[1-9]/.test(amount) ? null : amount);

/** Returns true when a reported amount is older than a confirmed deposit. */
export const isOlderThanDeposit = (payment: Figures): boolean =>
  [payment.actualDisplayAmount, payment.actualDepositAmount].some(
    (amount) => amount !== null && findLastReported(amount, payment) === null,
  );

/** Returns the received amount as recorded, in the currency of the price or in an unknown coin. */
export function findRecordedAmount(payment: Figures): RecordedAmount | null {
  if (!isPricedInCoin(payment))
    return sum(findLastReported(payment.actualDisplayAmount, payment), payment.displayCurrency);
  const { currencyMismatch } = payment;
  const amount = findLastReported(payment.actualDepositAmount, payment);
  if (amount !== null && currencyMismatch === true) return { amount, currency: null };
  return sum(amount, payment.depositCurrency);
}

/** Returns true when the record says 0 because the deposits are in another coin, so that 0 is not what came. */
export function isReceivedInOtherCoin(payment: Figures): boolean {
  const recorded = findRecordedAmount(payment);
  return payment.currencyMismatch === true && recorded !== null && !/[1-9]/.test(recorded.amount);
}

/** Returns the received amount when it is in the requested currency. */
export function findReceivedSum(payment: Figures): PaymentSum | null {
  const recorded = findRecordedAmount(payment);
  return recorded && sum(recorded.amount, recorded.currency);
}

/**
 * Returns received minus requested. Null before a confirmed deposit, when an amount is unknown, and for reusable
 * payments.
 */
export function calculateDifference(
  payment: Figures & Pick<PaymentStateFields, 'type'>,
): { amount: SignedAmount; currency: string } | null {
  if (payment.type === 'REUSABLE') return null;
  const [requested, received] = [findRequestedSum(payment), findReceivedSum(payment)];
  if (
    !requested ||
    !received ||
    requested.currency !== received.currency ||
    payment.confirmedDepositCount === 0
  )
    return null;
  return { amount: subtract(received, requested), currency: requested.currency };
}
