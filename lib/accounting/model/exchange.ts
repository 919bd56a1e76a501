import type { SettledDeposits } from '#lib/statements/schema.ts';
import type { SignedAmount } from '#lib/values/amount.ts';
import { divide, isZero, multiply } from '#lib/values/arithmetic.ts';
import { addSigned, negateSigned, signedAmount } from '#lib/values/signed.ts';
import { compareAmounts } from '#lib/values/subtract.ts';
import type { Movement } from './journal.ts';
import { toSize } from './journal.ts';

const none = signedAmount('0');

/** The most fraction digits of an amount. */
const exactDigits = 30;

/** Returns the part of a value that belongs to a part of its amount. The whole amount has the whole value. */
function share(value: SignedAmount, part: SignedAmount, whole: SignedAmount): SignedAmount {
  if (isZero(addSigned(part, negateSigned(whole)))) return value;
  const size = multiply(toSize(value), divide(toSize(part), toSize(whole), exactDigits), exactDigits);
  const isNegative = [value, part, whole].filter((one) => one.startsWith('-')).length % 2 === 1;
  return signedAmount(isNegative && !isZero(size) ? `-${size}` : size);
}

/** An amount of the settlement currency, and what it is worth in the books. Null: the worth is unknown. */
type Worth = { readonly amount: SignedAmount; readonly value: SignedAmount | null };

const addWorth = (one: Worth, other: Worth): Worth => ({
  amount: addSigned(one.amount, other.amount),
  value: one.value === null || other.value === null ? null : addSigned(one.value, other.value),
});

/** Returns the value of the deposits of a match: as the books have them, else as the service reported it. Null: one is unknown. */
function sumDeposits(
  { deposits }: SettledDeposits,
  {
    worths,
    adjusted,
  }: { readonly worths: ReadonlyMap<string, Worth>; readonly adjusted: ReadonlySet<string> },
  isInEuro: boolean,
): SignedAmount | null {
  let sum = none;
  for (const { depositId, amount, euro, credited } of deposits) {
    const reported = credited === null ? null : { amount: credited, value: isInEuro ? euro : null };
    const worth = worths.get(depositId) ?? reported;
    if (worth === null || worth.value === null || isZero(worth.amount)) return null;
    // A sum of a closed period has the rest of it.
    if (adjusted.has(depositId) && compareAmounts(worth.amount, amount) < 0) return null;
    sum = addSigned(sum, share(worth.value, amount, worth.amount));
  }
  return sum;
}

/** Returns what each line of a match takes out of the position, and the value of that. The lines together take all of it. */
function divideValue({ lines }: SettledDeposits, value: SignedAmount) {
  const whole = lines.reduce<SignedAmount>((total, { amount }) => addSigned(total, amount), none);
  let [taken, before] = [none, none];
  return lines.map(({ lineId, amount }) => {
    taken = addSigned(taken, amount);
    const after = isZero(whole) ? none : share(value, taken, whole);
    const part = addSigned(after, negateSigned(before));
    before = after;
    return [lineId, { amount, value: part }] as const;
  });
}

/** Returns the deposits of which the books have only adjustments: they arrived late, or a sum has them. */
function findAdjusted(movements: readonly Movement[]): ReadonlySet<string> {
  const deposits = movements.filter(({ kind }) => kind === 'deposit');
  const adjusted = new Set(deposits.map(({ recordId }) => recordId));
  for (const { line, recordId } of deposits) if (line !== 'adjustments') adjusted.delete(recordId);
  return adjusted;
}

const toWorths = (movements: readonly Movement[], kinds: readonly Movement['kind'][]): Map<string, Worth> => {
  const worths = new Map<string, Worth>();
  for (const movement of movements) {
    if (!kinds.includes(movement.kind)) continue;
    const sum = worths.get(movement.recordId);
    const { amount, value } = movement;
    worths.set(movement.recordId, sum === undefined ? { amount, value } : addWorth(sum, movement));
  }
  return worths;
};

/** The movements that take the money of a settlement out of the position. */
export const settlementKinds = ['settlement', 'difference'] as const satisfies readonly Movement['kind'][];

/**
 * Returns the exchange differences of the settlements of a period. A settlement takes what its deposits are worth out of the position,
 * and is itself worth its amount at the rate that a person entered. The rest changes the value of the position, so that it is zero once
 * everything is settled. A settlement without deposits has none, because nothing says what it pays out.
 */
export function findExchange(
  settlements: readonly Movement[],
  {
    settled,
    signed,
    booked,
    elsewhere,
    held,
    heldByAll,
    findClosedTo,
    isFixed,
    isInEuro,
  }: {
    readonly settled: readonly SettledDeposits[];
    /** Lines whose match has changed since it was signed, and their signed matches. */
    readonly signed: {
      readonly lineIds: ReadonlySet<string>;
      readonly settled: readonly SettledDeposits[];
    };
    /** The movements that all runs hold after this one. */
    readonly booked: readonly Movement[];
    /** The exchange differences of runs of other days. */
    readonly elsewhere: readonly Movement[];
    /** The exchange differences of other runs of this period. */
    readonly held: readonly Movement[];
    /** The same, with those of the run that is replaced. */
    readonly heldByAll: readonly Movement[];
    /** Returns the last day of the close that has a day. Null: the day is open. */
    readonly findClosedTo: (day: string) => string | null;
    /** Returns true if a later change must not change what closed days book for a settlement. */
    readonly isFixed: (settlement: Movement) => boolean;
    /** The books are in EUR, in which the service reports. */
    readonly isInEuro: boolean;
  },
): readonly Movement[] {
  // A change after a close is worth nothing in its days: of a deposit, or of a settlement that is removed or matched.
  const findWorths = (closedTo: string | null) => {
    const counted = booked.filter(
      ({ line, kind, bookedOn }) =>
        closedTo === null || bookedOn <= closedTo || line !== 'adjustments' || kind !== 'deposit',
    );
    const deposits = { worths: toWorths(counted, ['deposit']), adjusted: findAdjusted(counted) };
    const divideAll = (matches: readonly SettledDeposits[]) =>
      matches.flatMap((match) => {
        const value = sumDeposits(match, deposits, isInEuro);
        return value === null ? [] : divideValue(match, value);
      });
    const taken = [
      ...divideAll(settled).filter(([lineId]) => !signed.lineIds.has(lineId)),
      ...divideAll(signed.settled).filter(([lineId]) => signed.lineIds.has(lineId)),
    ];
    const own = booked.filter(({ bookedOn }) => closedTo === null || bookedOn <= closedTo);
    return { taken: new Map(taken), lines: toWorths(own, settlementKinds) };
  };
  const worths = new Map<string | null, ReturnType<typeof findWorths>>();
  const posted = toWorths(elsewhere, ['exchange']);
  const listLines = (matches: readonly SettledDeposits[]) =>
    matches.flatMap((match) => match.lines.map(({ lineId }) => lineId));
  const matched = new Set([
    ...listLines(settled).filter((lineId) => !signed.lineIds.has(lineId)),
    ...listLines(signed.settled).filter((lineId) => signed.lineIds.has(lineId)),
  ]);
  const last = new Map<string, Movement>();
  for (const movement of settlements) {
    const before = last.get(movement.recordId);
    if (before === undefined || before.bookedOn <= movement.bookedOn) last.set(movement.recordId, movement);
  }
  return [...last.values()].flatMap((movement): readonly Movement[] => {
    const { recordId } = movement;
    const closedTo = findClosedTo(movement.bookedOn);
    const found = worths.get(closedTo) ?? findWorths(closedTo);
    worths.set(closedTo, found);
    const line = found.lines.get(recordId) ?? { amount: none, value: none };
    const part = found.taken.get(recordId);
    const isGone = isZero(line.amount);
    const isWhole = part !== undefined && isZero(addSigned(line.amount, part.amount));
    // A part of it waits for a rate, or the value of its deposits is unknown.
    const isUnknown = line.value === null || (matched.has(recordId) && !isGone && !isWhole);
    const isOwn = (one: Movement) => one.recordId === recordId;
    if (isFixed(movement) && !signed.lineIds.has(recordId) && line.value !== null)
      return heldByAll.filter(isOwn);
    if (isUnknown) return held.filter(isOwn);
    // Closed days keep theirs. The rest is beside the last movement.
    const earlier = heldByAll.filter(
      (one) => isOwn(one) && findClosedTo(one.bookedOn) !== null && one.bookedOn !== movement.bookedOn,
    );
    const total =
      isGone || isWhole
        ? negateSigned(addSigned(line.value ?? none, isGone ? none : (part?.value ?? none)))
        : none;
    const elsewhereValues = [posted.get(recordId), ...earlier].map((one) => one?.value ?? none);
    const value = elsewhereValues.reduce((rest, one) => addSigned(rest, negateSigned(one)), total);
    return [...earlier, { ...movement, kind: 'exchange', amount: value, value, fees: null }];
  });
}
