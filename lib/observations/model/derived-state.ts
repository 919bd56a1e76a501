import type { CallbackMeaning } from '#lib/service/contract/callback-meaning.ts';
import type { ExpiryStart } from '#lib/service/contract/expiry-start.ts';
import { startOfExpiry } from '#lib/service/contract/expiry-start.ts';
import type { Amount, Total } from '#lib/values/amount.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { compareTotal, nothing, plus } from '#lib/values/total.ts';
import type { DepositAggregate, From, Group } from './deposit-aggregate.ts';
import { countDeposits, isConfirmed } from './deposit-aggregate.ts';
import type { Registers, Value, Values } from './registers.ts';

/** How what came covers what was asked. Ours: the service has no such status. */
export const coverages = ['under', 'exact', 'over'] as const;
type Coverage = (typeof coverages)[number];

/** What we make of a payment and its deposits. Null means that it can't be known. */
export type DerivedState = {
  readonly depositCount: number;
  readonly confirmedDepositCount: number;
  readonly coverage: Coverage | null;
  /** Whether a confirmed deposit came after the link had expired. */
  readonly late: boolean | null;
  /**
   * Whether a deposit came in another coin, or on another network, than was chosen: one that the chain confirmed, whatever
   * the service made of it. What came wrong is mostly UNPROCESSABLE, and so would never count among the CONFIRMED.
   */
  readonly currencyMismatch: boolean | null;
  readonly refundStatuses: readonly string[];
  readonly depositStatuses: readonly string[];
};

/** What is assumed of what the interface leaves open. */
export type DerivedBy = {
  readonly amounts: CallbackMeaning['amounts'];
  readonly expiryStart: ExpiryStart;
};
const usually: DerivedBy = { amounts: 'unknown', expiryStart: 'initiated' };

export function derive(
  payment: Values,
  tally: DepositAggregate,
  { amounts, expiryStart }: DerivedBy = usually,
  /** Of the payment: what the service told itself. What an imported record says was asked makes nothing paid. */
  told: Values = payment,
): DerivedState {
  const confirmed = tally.groups.filter(isConfirmed);
  return {
    depositCount: countDeposits(tally),
    confirmedDepositCount: confirmed.reduce((sum, { count }) => sum + count, 0),
    // A reusable payment asks again and again, whoever told that it is one.
    coverage: payment['type'] === 'REUSABLE' ? null : coverageOf(told, tally, amounts),
    late: confirmed.length === 0 ? null : isLate(payment, tally, expiryStart),
    currencyMismatch: isMismatched(payment, tally.groups.filter(hasSettled)),
    refundStatuses: distinct(tally.groups.map(({ refundStatus }) => refundStatus)),
    depositStatuses: distinct(tally.groups.map(({ status }) => status)),
  };
}

/** What is made of a payment as it is known, and of its deposits. */
export const derivePaymentState = (
  { values, stamps }: Registers,
  tally: DepositAggregate,
  by?: DerivedBy,
): DerivedState => derive(values, tally, by, toldByService(values, stamps));

function toldByService(values: Values, stamps: Registers['stamps']): Values {
  const told = Object.entries(values).filter(([field]) => stamps[field]?.source !== 'import');
  return Object.fromEntries(told);
}

const distinct = (values: readonly (string | null)[]): string[] =>
  [...new Set(values.filter((value) => value !== null))].sort();

/**
 * Under, exact or over: the sum of the confirmed deposits against what was asked, in one and the same currency.
 * Unknown without a confirmed deposit, where the service did not tell what was asked, and where several deposits are
 * known and one of them from a callback only, whose amounts may be cumulative, unless `amounts` says what they are.
 */
function coverageOf(
  payment: Values,
  tally: DepositAggregate,
  amounts: CallbackMeaning['amounts'],
): Coverage | null {
  const confirmed = tally.groups.filter(isConfirmed);
  if (confirmed.length === 0) return null;
  const count = countDeposits(tally);
  const believed = count === 1 || amounts !== 'unknown';
  const cumulative = count > 1 && amounts === 'cumulative';
  const displayed = compare(payment['displayCurrency'], payment['expectedDisplayAmount'], {
    came: confirmed.map((group) => ({
      currency: group.displayCurrency,
      from: group.displayFrom,
      sum: group.display,
    })),
    believed,
    greatest: cumulative ? tally.greatest.display : null,
  });
  return (
    displayed ??
    compare(payment['depositCurrency'], payment['expectedDepositAmount'], {
      came: confirmed.map((group) => ({
        currency: group.depositCurrency,
        from: group.depositFrom,
        sum: group.deposit,
      })),
      believed,
      greatest: cumulative ? tally.greatest.deposit : null,
    })
  );
}

type Came = { readonly currency: string | null; readonly from: From; readonly sum: Total };

/** `greatest`: set where reported amounts are cumulative, so that the greatest of them counts and not their sum. */
function compare(
  currency: Value | undefined,
  asked: Value | undefined,
  given: { came: readonly Came[]; believed: boolean; greatest: Total | Amount | null },
): Coverage | null {
  const { came, believed, greatest } = given;
  const expected = typeof asked === 'string' ? parseAmount(asked) : null;
  if (typeof currency !== 'string' || expected === null) return null;
  if (came.some((one) => one.currency !== currency || one.from === null)) return null;
  const reported = came.filter(({ from }) => from === 'reported');
  if (reported.length > 0 && !believed) return null;
  // One deposit's own amount and another's cumulative one do not add up to anything.
  const isCumulative = greatest !== null && reported.length > 0;
  if (isCumulative && reported.length < came.length) return null;
  const sum = isCumulative
    ? plus(nothing, greatest)
    : came.reduce((total, one) => plus(total, one.sum), nothing);
  const order = compareTotal(sum, expected);
  return order === 0 ? 'exact' : order < 0 ? 'under' : 'over';
}

/** §2.2: 0 stands for a window of 7 days. */
const minutesFor = (minutes: number): number => (minutes === 0 ? 7 * 24 * 60 : minutes);

/**
 * When the checkout link should expire, in UNIX seconds: as a callback told, else reckoned from when the payment
 * was initiated or requested. An expectation, never a status; null where it never expires or can't be known.
 */
export function expectedExpiry(payment: Values, from: ExpiryStart = 'initiated'): number | null {
  if (payment['type'] === 'REUSABLE') return null;
  const told = payment['expirationTime'];
  if (typeof told === 'number') return told;
  const { paymentInitiatedAt, paymentRequestedAt, expirationMinutes: minutes } = payment;
  const start = startOfExpiry({ paymentInitiatedAt, paymentRequestedAt }, from);
  if (payment['type'] !== 'ONE_TIME' || typeof start !== 'number' || typeof minutes !== 'number') return null;
  return start + minutesFor(minutes) * 60;
}

function isLate(payment: Values, { latest, untimed }: DepositAggregate, from: ExpiryStart): boolean | null {
  if (payment['type'] === 'REUSABLE') return false;
  const expiry = expectedExpiry(payment, from);
  if (expiry === null) return null;
  if (latest !== null && latest > expiry) return true;
  return untimed === 0 ? false : null;
}

/** Whoever withheld a status, as from an import, says nothing of the chain. */
const hasSettled = ({ status }: Group): boolean => status !== null && status !== 'UNCONFIRMED';

function isMismatched(payment: Values, settled: readonly Group[]): boolean | null {
  if (settled.length === 0) return null;
  const pairs = settled.flatMap((group) => [
    [payment['depositCurrency'], group.depositCurrency],
    [payment['expectedNetwork'], group.network],
  ]);
  const known = pairs.filter(([asked, came]) => asked !== undefined && came !== null);
  if (known.some(([asked, came]) => asked !== came)) return true;
  return known.length === pairs.length ? false : null;
}
