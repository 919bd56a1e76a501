import type { CallbackMeaning } from '#lib/service/contract/callback-meaning.ts';
import type { ExpiryStart } from '#lib/service/contract/expiry-start.ts';
import { readExpiryStart } from '#lib/service/contract/expiry-start.ts';
import type { Amount, Total } from '#lib/values/amount.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { compareTotal, plus, zeroTotal } from '#lib/values/total.ts';
import type { AmountOrigin, DepositAggregate, DepositGroup } from './deposit-aggregate.ts';
import { countDeposits, isConfirmed } from './deposit-aggregate.ts';
import type { FieldValue, FieldValues, Registers } from './registers.ts';

/** How the deposits cover the expected amount. We derive it: the service has no such status. */
export const coverageStates = ['under', 'exact', 'over'] as const;
type Coverage = (typeof coverageStates)[number];

/** The state that we derive from a payment and its deposits. Null values are unknown. */
export type DerivedState = {
  readonly depositCount: number;
  readonly confirmedDepositCount: number;
  readonly coverage: Coverage | null;
  /** True if a confirmed deposit arrived after the link expired. */
  readonly late: boolean | null;
  /**
   * True if a settled deposit arrived in another coin or network than chosen. Its status doesn’t matter: such
   * deposits are mostly UNPROCESSABLE and never count as CONFIRMED.
   */
  readonly currencyMismatch: boolean | null;
  readonly refundStatuses: readonly string[];
  readonly depositStatuses: readonly string[];
};

/** Assumptions about points that the interface leaves open. */
export type DerivationAssumptions = {
  readonly amounts: CallbackMeaning['amounts'];
  readonly expiryStart: ExpiryStart;
};
const defaultAssumptions: DerivationAssumptions = { amounts: 'unknown', expiryStart: 'initiated' };

/** Derives the state of a payment from its values and the aggregate of its deposits. */
export function deriveState(
  payment: FieldValues,
  aggregate: DepositAggregate,
  { amounts, expiryStart }: DerivationAssumptions = defaultAssumptions,
  /** The payment values that the service reported. An imported expected amount never marks a payment as paid. */
  reported: FieldValues = payment,
): DerivedState {
  const confirmed = aggregate.groups.filter(isConfirmed);
  return {
    depositCount: countDeposits(aggregate),
    confirmedDepositCount: confirmed.reduce((sum, { count }) => sum + count, 0),
    // A reusable payment has no total to cover. Any source can report its type.
    coverage: payment['type'] === 'REUSABLE' ? null : deriveCoverage(reported, aggregate, amounts),
    late: confirmed.length === 0 ? null : isLate(payment, aggregate, expiryStart),
    currencyMismatch: isMismatched(payment, aggregate.groups.filter(hasSettled)),
    refundStatuses: distinct(aggregate.groups.map(({ refundStatus }) => refundStatus)),
    depositStatuses: distinct(aggregate.groups.map(({ status }) => status)),
  };
}

/** Derives the state of a payment from its registers and the aggregate of its deposits. */
export const derivePaymentState = (
  { values, stamps }: Registers,
  aggregate: DepositAggregate,
  assumptions?: DerivationAssumptions,
): DerivedState => deriveState(values, aggregate, assumptions, dropImportedValues(values, stamps));

function dropImportedValues(values: FieldValues, stamps: Registers['stamps']): FieldValues {
  const reported = Object.entries(values).filter(([field]) => stamps[field]?.source !== 'import');
  return Object.fromEntries(reported);
}

const distinct = (values: readonly (string | null)[]): string[] =>
  [...new Set(values.filter((value) => value !== null))].sort();

/**
 * Compares the total of the confirmed deposits with the expected amount in the same currency. Returns null without a
 * confirmed deposit or a reported expected amount. It also returns null for several deposits of which one has only a
 * callback’s amount, which can be cumulative, unless `amounts` says what it is.
 */
function deriveCoverage(
  payment: FieldValues,
  aggregate: DepositAggregate,
  amounts: CallbackMeaning['amounts'],
): Coverage | null {
  const confirmed = aggregate.groups.filter(isConfirmed);
  if (confirmed.length === 0) return null;
  const count = countDeposits(aggregate);
  const isUsable = count === 1 || amounts !== 'unknown';
  const isCumulative = count > 1 && amounts === 'cumulative';
  const inDisplayCurrency = compareWithExpected(
    payment['displayCurrency'],
    payment['expectedDisplayAmount'],
    {
      received: confirmed.map((group) => ({
        currency: group.displayCurrency,
        from: group.displayFrom,
        sum: group.display,
      })),
      isUsable,
      greatest: isCumulative ? aggregate.greatest.display : null,
    },
  );
  return (
    inDisplayCurrency ??
    compareWithExpected(payment['depositCurrency'], payment['expectedDepositAmount'], {
      received: confirmed.map((group) => ({
        currency: group.depositCurrency,
        from: group.depositFrom,
        sum: group.deposit,
      })),
      isUsable,
      greatest: isCumulative ? aggregate.greatest.deposit : null,
    })
  );
}

type ReceivedSum = { readonly currency: string | null; readonly from: AmountOrigin; readonly sum: Total };

/**
 * Compares received totals with the expected amount. `greatest` is set when reported amounts are cumulative: then the
 * greatest counts instead of the total.
 */
function compareWithExpected(
  currency: FieldValue | undefined,
  expectedValue: FieldValue | undefined,
  {
    received,
    isUsable,
    greatest,
  }: { received: readonly ReceivedSum[]; isUsable: boolean; greatest: Total | Amount | null },
): Coverage | null {
  const expected = typeof expectedValue === 'string' ? parseAmount(expectedValue) : null;
  if (typeof currency !== 'string' || expected === null) return null;
  if (received.some((one) => one.currency !== currency || one.from === null)) return null;
  const reported = received.filter(({ from }) => from === 'reported');
  if (reported.length > 0 && !isUsable) return null;
  // An own amount and a cumulative one can’t be added.
  const isCumulative = greatest !== null && reported.length > 0;
  if (isCumulative && reported.length < received.length) return null;
  const sum = isCumulative
    ? plus(zeroTotal, greatest)
    : received.reduce((total, one) => plus(total, one.sum), zeroTotal);
  const order = compareTotal(sum, expected);
  return order === 0 ? 'exact' : order < 0 ? 'under' : 'over';
}

/** 0 means a window of 7 days (§2.2). */
const toWindowMinutes = (minutes: number): number => (minutes === 0 ? 7 * 24 * 60 : minutes);

/**
 * Returns when the checkout link should expire, in UNIX seconds: as a callback reported, or else estimated from the
 * start of the payment. Returns null when the link never expires or the time is unknown.
 */
export function estimateExpiry(payment: FieldValues, from: ExpiryStart = 'initiated'): number | null {
  if (payment['type'] === 'REUSABLE') return null;
  const reported = payment['expirationTime'];
  if (typeof reported === 'number') return reported;
  const { paymentInitiatedAt, paymentRequestedAt, expirationMinutes: minutes } = payment;
  const start = readExpiryStart({ paymentInitiatedAt, paymentRequestedAt }, from);
  if (payment['type'] !== 'ONE_TIME' || typeof start !== 'number' || typeof minutes !== 'number') return null;
  return start + toWindowMinutes(minutes) * 60;
}

function isLate(
  payment: FieldValues,
  { latest, untimed }: DepositAggregate,
  from: ExpiryStart,
): boolean | null {
  if (payment['type'] === 'REUSABLE') return false;
  const expiry = estimateExpiry(payment, from);
  if (expiry === null) return null;
  if (latest !== null && latest > expiry) return true;
  return untimed === 0 ? false : null;
}

/** A missing status, as after an import, doesn’t say that the chain confirmed anything. */
const hasSettled = ({ status }: DepositGroup): boolean => status !== null && status !== 'UNCONFIRMED';

function isMismatched(payment: FieldValues, settled: readonly DepositGroup[]): boolean | null {
  if (settled.length === 0) return null;
  const pairs = settled.flatMap((group) => [
    [payment['depositCurrency'], group.depositCurrency],
    [payment['expectedNetwork'], group.network],
  ]);
  const comparable = pairs.filter(
    ([expectedValue, received]) => expectedValue !== undefined && received !== null,
  );
  if (comparable.some(([expectedValue, received]) => expectedValue !== received)) return true;
  return comparable.length === pairs.length ? false : null;
}
