import type { CountedDeposit, PositionMovement, StatedMonth } from './second-program.ts';
import { toUnits } from './second-program.ts';

/**
 * Computes what the files of the books hold, from the second program’s movements and the facts of deposits. It shares no code with the
 * product. Amounts are integers of 10⁻³⁰.
 */

/** The sum of an account on a day, by "2026-01-31 revenue EUR". A debit is positive. */
export type Postings = ReadonlyMap<string, bigint>;

/** A movement, with its reported value in euros. Null: it needs a rate. */
type BookMovement = PositionMovement & { readonly value: bigint | null };

/** The movements that a month adds to the books, by net and by gross posting. */
export type MonthOfBooks = Readonly<Record<'net' | 'gross', readonly BookMovement[]>>;

type Parts = { readonly fee: bigint; readonly difference: bigint };
const noParts: Parts = { fee: 0n, difference: 0n };

const one = 10n ** 30n;
const size = (units: bigint): bigint => (units < 0n ? -units : units);

/** Divides and rounds half up in the size. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const rounded = (size(dividend) * 2n + size(divisor)) / (size(divisor) * 2n);
  return dividend < 0n !== divisor < 0n ? -rounded : rounded;
}
const roundTo = (units: bigint, decimals: number): bigint => {
  const step = 10n ** BigInt(30 - decimals);
  return divideRounded(units, step) * step;
};

/** The decimals of a difference that is converted into the settlement currency. */
const differenceDecimals: Readonly<Record<string, number>> = { EUR: 2, USDT: 8 };

/** Compares the credited amount and the fee of a deposit with the amount received. */
function findParts({ units, facts }: CountedDeposit, currency: string): Parts {
  const [fee, display] = [toUnits(facts['serviceFee']), toUnits(facts['display'])];
  if (facts['displayCurrency'] === currency) return { fee, difference: display - units - fee };
  const [payable, displayFee] = [toUnits(facts['displayPayable']), toUnits(facts['displayFee'])];
  const step = 10n ** BigInt(30 - (differenceDecimals[currency] ?? 0));
  const difference = divideRounded((display - payable - displayFee) * units, payable * step) * step;
  return { fee, difference };
}

/** Books of one business. Book the months of a currency in their order. */
export class SecondBooks {
  /** The parts of gross posting that earlier months booked, by currency and deposit. */
  readonly #booked = new Map<string, Map<string, Parts>>();

  /** `hasGross` says that every deposit has the facts of gross posting. */
  book(
    currency: string,
    month: string,
    { movements, deposits }: StatedMonth,
    hasGross: boolean,
  ): MonthOfBooks {
    const booked = this.#booked.get(currency) ?? new Map<string, Parts>();
    this.#booked.set(currency, booked);
    const net = movements.map((movement): BookMovement => {
      const deposit = movement.kind === 'deposit' ? deposits.get(movement.id) : undefined;
      // The reported value is that of exactly the credited amount.
      const euro = deposit?.units === movement.units ? deposit.facts['euro'] : undefined;
      return { ...movement, value: euro === undefined ? null : toUnits(euro) };
    });
    if (!hasGross) return { net, gross: [] };
    const parts: BookMovement[] = [];
    const add = (id: string, day: string, now: Parts) => {
      const before = booked.get(id) ?? noParts;
      parts.push({ kind: 'serviceFee', id, day, units: now.fee - before.fee, value: null });
      const difference = now.difference - before.difference;
      parts.push({ kind: 'grossDifference', id, day, units: difference, value: null });
      booked.set(id, now);
    };
    for (const [id, deposit] of deposits) add(id, deposit.day, findParts(deposit, currency));
    // A deposit that no period has any more.
    for (const id of booked.keys()) if (!deposits.has(id)) add(id, `${month}-01`, noParts);
    return { net, gross: [...net, ...parts] };
  }
}

/** The accounts of a movement. A positive amount debits the first. */
const accountsOf: Readonly<Record<string, readonly [debit: string, credit: string]>> = {
  deposit: ['clearing', 'revenue'],
  withdrawal: ['clearing', 'withdrawals'],
  settlement: ['clearing', 'bank'],
  serviceFee: ['serviceFees', 'revenue'],
  grossDifference: ['grossDifferences', 'revenue'],
  rounding: ['clearing', 'rounding'],
};

class PostingSums {
  readonly all = new Map<string, bigint>();
  post(kind: string, day: string, currency: string, units: bigint): void {
    const [debit, credit] = accountsOf[kind] ?? ['?', '?'];
    for (const [account, change] of [
      [debit, units],
      [credit, -units],
    ] as const) {
      const key = `${day} ${account} ${currency}`;
      this.all.set(key, (this.all.get(key) ?? 0n) + change);
    }
  }
}

/** How a file has its entries: for each movement, day or period. */
type Grouping = { readonly mode: 'event' | 'day' | 'period'; readonly lastDay: string };

/** Returns what a file with the exact digits of the settlement currency holds. */
export function postExactly(
  movements: readonly BookMovement[],
  { mode, lastDay }: Grouping,
  currency: string,
): Postings {
  const sums = new PostingSums();
  for (const { kind, day, units } of movements)
    sums.post(kind, mode === 'period' ? lastDay : day, currency, units);
  return sums.all;
}

/**
 * Returns what a file in euros holds: each entry rounded to cents, and one entry that makes the position after them, and so its change,
 * the rounded exact one. An amount in another currency has its reported value, or a rate.
 */
export function postInCents(
  movements: readonly BookMovement[],
  { mode, lastDay }: Grouping,
  { rate, start }: { readonly rate: string | null; readonly start: bigint },
): Postings {
  const groups = new Map<string, { kind: string; day: string; units: bigint }>();
  for (const { kind, day: ownDay, units: amount, value } of movements) {
    const day = mode === 'period' ? lastDay : ownDay;
    const units = rate === null ? amount : (value ?? (amount * toUnits(rate)) / one);
    // Entries with a reported value and those with a rate are apart.
    const key = `${kind} ${day} ${rate !== null && value !== null}`;
    const group = groups.get(key) ?? { kind, day, units: 0n };
    groups.set(key, { ...group, units: group.units + units });
  }
  const sums = new PostingSums();
  let [exact, rounded] = [0n, 0n];
  for (const { kind, day, units } of groups.values()) {
    sums.post(kind, day, 'EUR', roundTo(units, 2));
    if (accountsOf[kind]?.[0] !== 'clearing') continue;
    exact += units;
    rounded += roundTo(units, 2);
  }
  const change = roundTo(start + exact, 2) - roundTo(start, 2);
  sums.post('rounding', lastDay, 'EUR', change - rounded);
  return sums.all;
}
