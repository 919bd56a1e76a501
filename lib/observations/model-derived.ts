import type { CallbackMeaning } from '#lib/service/contract/callback-meaning.ts';
import type { Amount } from '#lib/values/amount.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { add, compareAmounts } from '#lib/values/arithmetic.ts';
import type { Value, Values } from './model-register.ts';

/** How what came covers what was asked. Ours: the service has no such status. */
export const coverages = ['under', 'exact', 'over'] as const;
type Coverage = (typeof coverages)[number];

/** What we make of a payment and its deposits. Null means that it can't be known. */
export type Derived = {
  readonly depositCount: number;
  readonly confirmedDepositCount: number;
  readonly coverage: Coverage | null;
  /** Whether a deposit came after the link had expired. */
  readonly late: boolean | null;
  /** Whether a deposit came in another coin, or on another network, than was chosen. */
  readonly currencyMismatch: boolean | null;
  readonly refundStatuses: readonly string[];
  readonly depositStatuses: readonly string[];
};

export function derive(
  payment: Values,
  deposits: readonly Values[],
  amounts: CallbackMeaning['amounts'] = 'unknown',
): Derived {
  return {
    depositCount: deposits.length,
    confirmedDepositCount: deposits.filter(isConfirmed).length,
    coverage: coverageOf(payment, deposits, amounts),
    late: isLate(payment, deposits),
    currencyMismatch: isMismatched(payment, deposits),
    refundStatuses: distinct(deposits.map((deposit) => deposit['refundStatus'])),
    depositStatuses: distinct(deposits.map((deposit) => deposit['status'])),
  };
}

const isConfirmed = (deposit: Values): boolean => deposit['status'] === 'CONFIRMED';

const distinct = (values: readonly (Value | undefined)[]): string[] =>
  [...new Set(values.flatMap((value) => (value === undefined ? [] : [String(value)])))].sort();

/**
 * Under, exact or over: the sum of the confirmed deposits against what was asked, in one and the same currency.
 * Unknown without a confirmed deposit, for a reusable payment, and where several deposits are known and one of
 * them from a callback only, whose amounts may be cumulative, unless `amounts` says what they are.
 */
function coverageOf(
  payment: Values,
  deposits: readonly Values[],
  amounts: CallbackMeaning['amounts'],
): Coverage | null {
  const confirmed = deposits.filter(isConfirmed);
  if (confirmed.length === 0 || payment['type'] === 'REUSABLE') return null;
  const believed = deposits.length === 1 || amounts !== 'unknown';
  const cumulative = deposits.length > 1 && amounts === 'cumulative';
  const displayed = compare(payment['displayCurrency'], payment['expectedDisplayAmount'], confirmed, {
    currency: 'displayCurrency',
    amount: 'displayAmount',
    reported: believed ? 'callbackDisplayAmount' : null,
    cumulative,
  });
  return (
    displayed ??
    compare(payment['depositCurrency'], payment['expectedDepositAmount'], confirmed, {
      currency: 'depositCurrency',
      amount: 'depositAmount',
      reported: believed ? 'callbackDepositAmount' : null,
      cumulative,
    })
  );
}

function compare(
  currency: Value | undefined,
  asked: Value | undefined,
  confirmed: readonly Values[],
  names: { currency: string; amount: string; reported: string | null; cumulative: boolean },
): Coverage | null {
  const expected = amountIn(asked);
  if (typeof currency !== 'string' || expected === null) return null;
  let sum: Amount | null = null;
  for (const deposit of confirmed) {
    const own = amountIn(deposit[names.amount]);
    const came = own ?? (names.reported === null ? null : amountIn(deposit[names.reported]));
    if (came === null || deposit[names.currency] !== currency) return null;
    // One deposit's own amount and another's cumulative one do not add up to anything.
    if (names.cumulative && own !== null && !confirmed.every((one) => amountIn(one[names.amount]) !== null))
      return null;
    if (sum === null) sum = came;
    else if (names.cumulative && own === null) sum = compareAmounts(sum, came) < 0 ? came : sum;
    else sum = add({ amount: sum, currency }, { amount: came, currency }).amount;
  }
  if (sum === null) return null;
  const order = compareAmounts(sum, expected);
  return order === 0 ? 'exact' : order < 0 ? 'under' : 'over';
}

const amountIn = (value: Value | undefined): Amount | null =>
  typeof value === 'string' ? parseAmount(value) : null;

/** §2.2: 0 stands for a window of 7 days. */
const minutesFor = (minutes: number): number => (minutes === 0 ? 7 * 24 * 60 : minutes);

/**
 * When the checkout link should expire, in UNIX seconds: as a callback told, else reckoned from when the payment
 * was initiated. An expectation, never a status; null where it never expires or can't be known.
 */
export function expectedExpiry(payment: Values): number | null {
  if (payment['type'] === 'REUSABLE') return null;
  const told = payment['expirationTime'];
  if (typeof told === 'number') return told;
  const [start, minutes] = [payment['paymentInitiatedAt'], payment['expirationMinutes']];
  if (payment['type'] !== 'ONE_TIME' || typeof start !== 'number' || typeof minutes !== 'number') return null;
  return start + minutesFor(minutes) * 60;
}

function isLate(payment: Values, deposits: readonly Values[]): boolean | null {
  const times = deposits.map((deposit) => deposit['depositReceivedAt']);
  if (times.length === 0) return null;
  if (payment['type'] === 'REUSABLE') return false;
  const expiry = expectedExpiry(payment);
  if (expiry === null) return null;
  if (times.some((at) => typeof at === 'number' && at > expiry)) return true;
  return times.every((at) => typeof at === 'number') ? false : null;
}

function isMismatched(payment: Values, deposits: readonly Values[]): boolean | null {
  if (deposits.length === 0) return null;
  const pairs = deposits.flatMap((deposit) => [
    [payment['depositCurrency'], deposit['depositCurrency']],
    [payment['expectedNetwork'], deposit['network']],
  ]);
  const known = pairs.filter(([asked, came]) => asked !== undefined && came !== undefined);
  if (known.some(([asked, came]) => asked !== came)) return true;
  return known.length === pairs.length ? false : null;
}
