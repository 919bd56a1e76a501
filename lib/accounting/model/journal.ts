import type { MemoLine, StatementLine } from '#lib/statements/model/lines.ts';
import { sumIds } from '#lib/statements/model/lines.ts';
import type { Days } from '#lib/statements/model/period.ts';
import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { isZero } from '#lib/values/arithmetic.ts';
import { addSigned, negateSigned, signedAmount } from '#lib/values/signed.ts';

/**
 * The accounts of a journal by their role. Clearing is the position at the service. Service fees and gross differences are for
 * gross posting, exchange differences for books in another currency.
 */
export const accountRoles = [
  'clearing',
  'revenue',
  'withdrawals',
  'bank',
  'bankFees',
  'rounding',
  'serviceFees',
  'grossDifferences',
  'exchangeDifferences',
] as const;
export type AccountRole = (typeof accountRoles)[number];

/**
 * Net posting books the credited amount as revenue. Gross posting also books the service fee, and the difference of both
 * from the amount received, so that revenue is the amount received.
 */
export const postings = ['net', 'gross'] as const;
export type Posting = (typeof postings)[number];

/** An entry for each record, or for each day or the period and kind of record. */
export const journalModes = ['event', 'day', 'period'] as const;
export type JournalMode = (typeof journalModes)[number];

/**
 * The kinds of movements of a statement. Gross posting adds two parts to a deposit. An exchange difference is what the deposits of a
 * settlement are worth in the books, without the worth of the settlement itself.
 */
export const movementKinds = [
  'deposit',
  'withdrawal',
  'settlement',
  'difference',
  'serviceFee',
  'grossDifference',
  'exchange',
] as const;

/** Amounts of a deposit beside its net credited one, in the same currency. Null: it isn't reported. */
type Fees = Readonly<Record<MemoLine, SignedAmount | null>>;

/**
 * A movement of the position, as a statement has it, negative where the position goes down. Or a part that gross posting
 * adds, negative where revenue goes down. The amount of an exchange difference is its value in the base currency of the books.
 */
export type Movement = {
  readonly line: StatementLine;
  readonly kind: (typeof movementKinds)[number];
  readonly recordId: string;
  /** The day of the business on which the money moved. */
  readonly day: string;
  /** The day of the statement that counts it, and of its entry. An adjustment is on the day after the closed periods. */
  readonly bookedOn: string;
  readonly amount: SignedAmount;
  /** The amount in the base currency of the books, as it was reported or booked. Null: it needs a rate. */
  readonly value: SignedAmount | null;
  /** Facts about the amount, which net posting doesn't book. Null: there are none. */
  readonly fees: Fees | null;
  /** The records of a sum. Zero: what changed in it since another run. One where it is absent. */
  readonly records?: number;
};

/** Returns true for the sum of a day's deposits or withdrawals. A file of very many has such sums in their place. */
export const isSum = ({ recordId }: Pick<Movement, 'recordId'>): boolean =>
  Object.values(sumIds).some((id) => id === recordId);

/** Returns the number of records of movements. */
export const countRecords = (movements: readonly Movement[]): number =>
  movements.reduce((count, { records = 1 }) => count + records, 0);

/** An entry of the canonical journal. Debit and credit are equal, so that it always balances. */
export type JournalEntry = {
  /** Stable, and different from the ID of each other entry of the business. At most 36 letters, digits and hyphens. */
  readonly id: string;
  readonly day: string;
  readonly debit: AccountRole;
  readonly credit: AccountRole;
  readonly amount: Amount;
  readonly currency: string;
  /** The amount in the base currency of the books. Null: it needs a rate, or isn't converted. */
  readonly value: Amount | null;
  readonly kind: Movement['kind'] | 'rounding';
  /** The record of an entry per event. */
  readonly recordId: string | null;
  readonly fees: Fees | null;
  /** For a movement of a closed period: the day on which the money moved. */
  readonly movedOn: string | null;
  readonly movements: number;
};

/** Names a movement among those that runs hold. A record may have adjustments on several days. */
const toMovementKey = ({ line, kind, recordId, bookedOn }: Movement): string =>
  `${line} ${kind} ${recordId} ${bookedOn}`;
const toRecordKey = ({ kind, recordId }: Movement): string => `${kind} ${recordId}`;

/** A movement with true if its entry is the first one of its record. */
type OpenMovement = Movement & { readonly isNew: boolean };

/**
 * Returns what no run holds yet: new movements, the difference of changed ones, and the reversal of those that are gone or on
 * another day. A run that replaces another one writes the first entries of records that the replaced one had.
 */
export function subtractHeld(
  movements: readonly Movement[],
  held: readonly Movement[],
  replaced: {
    readonly held: readonly Movement[];
    /** Movements of the runs before it. */
    readonly earlier: readonly Movement[];
  } = { held: [], earlier: [] },
  isClosed: (day: string) => boolean = () => false,
): readonly OpenMovement[] {
  const records = new Set(held.map(toRecordKey));
  const earlier = new Set(replaced.earlier.map(toRecordKey));
  const first = new Set(replaced.held.map(toRecordKey));
  const changed = new Set(held.filter(isSum).map(toMovementKey));
  const isNew = (key: string): boolean => !records.has(key) || (first.has(key) && !earlier.has(key));
  const reversed = held.map((movement) => ({
    ...movement,
    amount: negateSigned(movement.amount),
    value: movement.value && negateSigned(movement.value),
  }));
  const all = addMovements([...movements, ...reversed]);
  // A record of a closed day that only lost its value is in another sum. A single one keeps the value with which it was booked.
  const sums = Map.groupBy(all, (one) =>
    isSum(one) && isClosed(one.bookedOn) ? `${one.line} ${one.kind} ${one.bookedOn}` : toMovementKey(one),
  );
  const changes = [...sums.values()].filter(
    (parts) => !isZero(parts.reduce((sum, one) => addSigned(sum, one.amount), signedAmount('0'))),
  );
  return changes.flat().flatMap((movement) =>
    isZero(movement.amount)
      ? []
      : [
          {
            ...movement,
            ...(changed.has(toMovementKey(movement)) && { records: 0 }),
            isNew: isNew(toRecordKey(movement)),
          },
        ],
  );
}

/** Returns each movement once, with the sum of its amounts. */
export function addMovements(movements: readonly Movement[]): readonly Movement[] {
  const sums = new Map<string, Movement>();
  for (const movement of movements) {
    const key = toMovementKey(movement);
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? movement : addMovement(sum, movement));
  }
  return [...sums.values()];
}

/** Returns a sum, or null where a part of it is unknown. */
const addKnown = (one: SignedAmount | null, other: SignedAmount | null): SignedAmount | null =>
  one === null || other === null ? null : addSigned(one, other);

function addFees(one: Fees | null, other: Fees | null): Fees | null {
  if (one === null || other === null) return null;
  const add = (name: MemoLine) => addKnown(one[name], other[name]);
  return {
    serviceFee: add('serviceFee'),
    distributedFee: add('distributedFee'),
    depegLoss: add('depegLoss'),
  };
}

const addMovement = (sum: Movement, { amount, value, fees }: Movement): Movement => ({
  ...sum,
  amount: addSigned(sum.amount, amount),
  value: addKnown(sum.value, value),
  fees: addFees(sum.fees, fees),
});

/** Returns an amount without its sign. @throws RangeError */
export function toSize(digits: SignedAmount): Amount {
  const size = parseAmount(digits.replace('-', ''));
  if (size === null) throw new RangeError(`not an amount: ${digits}`);
  return size;
}

const isNegative = (digits: SignedAmount): boolean => digits.startsWith('-');

/**
 * Returns a movement without its value where this has another direction than its amount, or is zero. An entry has one
 * direction, so it needs a rate.
 */
export const checkValue = <Kind extends Movement>(movement: Kind): Kind =>
  movement.value !== null &&
  (isZero(movement.value) || isNegative(movement.value) !== isNegative(movement.amount))
    ? { ...movement, value: null }
    : movement;

/** The accounts of a kind. A positive amount debits the first and credits the second. */
const rolesByKind = {
  deposit: ['clearing', 'revenue'],
  withdrawal: ['clearing', 'withdrawals'],
  settlement: ['clearing', 'bank'],
  difference: ['clearing', 'bankFees'],
  serviceFee: ['serviceFees', 'revenue'],
  grossDifference: ['grossDifferences', 'revenue'],
  exchange: ['clearing', 'exchangeDifferences'],
} as const satisfies Readonly<Record<Movement['kind'], readonly [AccountRole, AccountRole]>>;

/** Returns true if movements of a kind change the position. An exchange difference changes only its value. */
export const changesClearing = ({ kind }: Pick<Movement, 'kind'>): boolean =>
  kind !== 'exchange' && rolesByKind[kind][0] === 'clearing';

/** The parts of a record are entries of their own. */
const idSuffixes: Readonly<Partial<Record<Movement['kind'], string>>> = {
  difference: 'D',
  serviceFee: 'F',
  grossDifference: 'G',
  exchange: 'X',
};

type JournalInput = {
  readonly currency: string;
  /** The base currency of the books. */
  readonly base: string;
  readonly days: Days;
  readonly mode: JournalMode;
  /** The number that makes the ID of a sum or of a correction unique: of the run, or of the first one that it replaces. */
  readonly idRun: number;
};

/** The longest ID that DATEV takes. */
const longestId = 36;
/** Digits of a record’s ID that are left where the ID of an entry would be longer. */
const leftDigits = 28;

/** Letters that are no digits of an ID and no suffix, so that what follows them is a run. */
const markLetters = 'hijklmnopqrstuvwxyz';
/** Returns what stands before the run in the ID of the nth further entry of a record: -, h, i … z, hh, hi … */
function toMark(number: number): string {
  if (number === 0) return '-';
  const [rest, at] = [Math.floor((number - 1) / markLetters.length), (number - 1) % markLetters.length];
  return `${rest === 0 ? '' : toMark(rest)}${markLetters.charAt(at)}`;
}

/** The run makes an ID unique, so currencies may begin alike. */
export const toIdStart = (currency: string): string => currency.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 5);

/** Amounts with a value are an entry of their own in each direction, so that both sums have the same one. */
const toValueMark = ({ value }: Movement): string => (value === null ? '-' : isNegative(value) ? 'W' : 'V');

/** The day of an entry, and the parts of its ID, which one entry of a record has alone, if it is its first. */
function findGroup(movement: OpenMovement, { mode, days, idRun, currency }: JournalInput) {
  const { line, kind, recordId, bookedOn, isNew } = movement;
  if (mode !== 'event') {
    const day = mode === 'day' ? bookedOn : days.to;
    const stem = `${toIdStart(currency)}-${kind}-${day.replaceAll('-', '')}${toValueMark(movement)}${idRun}`;
    return { day, stem, suffix: '', isFirst: true };
  }
  const [stem, suffix] = [recordId.replaceAll('-', ''), idSuffixes[kind] ?? ''];
  return { day: bookedOn, stem, suffix, isFirst: isNew && line !== 'adjustments' };
}

/**
 * Builds the entries of movements: clearing against revenue by the credited amount, against withdrawals, and against the
 * bank. Parts of gross posting are against revenue, and exchange differences against clearing. A sum of zero has no entry.
 */
export function buildJournal(
  movements: readonly OpenMovement[],
  input: JournalInput,
): readonly JournalEntry[] {
  type Group = ReturnType<typeof findGroup> & { sum: Movement; count: number };
  const groups = new Map<string, Group>();
  for (const movement of movements) {
    const found = findGroup(movement, input);
    const key = `${found.stem} ${movement.kind} ${found.day} ${found.isFirst} ${toValueMark(movement)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ...found, sum: movement, count: movement.records ?? 1 });
    else {
      group.sum = addMovement(group.sum, movement);
      group.count += movement.records ?? 1;
    }
  }
  const ids = new Set<string>();
  const findId = ({ stem, suffix, isFirst }: Group): string => {
    const toFurther = (number: number) => {
      const end = `${suffix}${toMark(number)}${input.idRun}`;
      return `${stem.length + end.length > longestId ? stem.slice(0, leftDigits) : stem}${end}`;
    };
    let found = isFirst ? `${stem}${suffix}` : toFurther(0);
    // Further entries of a record are on other days.
    for (let number = 1; ids.has(found); number += 1) found = toFurther(number);
    ids.add(found);
    return found;
  };
  return [...groups.values()].flatMap((group): readonly JournalEntry[] => {
    const { day, sum, count } = group;
    if (isZero(sum.amount)) return [];
    const [account, counter] = rolesByKind[sum.kind];
    const isUp = !isNegative(sum.amount);
    return [
      {
        id: findId(group),
        day,
        kind: sum.kind,
        movements: count,
        currency: sum.kind === 'exchange' ? input.base : input.currency,
        amount: toSize(sum.amount),
        value: sum.value && toSize(sum.value),
        fees: sum.fees,
        debit: isUp ? account : counter,
        credit: isUp ? counter : account,
        recordId: input.mode === 'event' ? sum.recordId : null,
        movedOn: input.mode === 'event' && sum.day !== day ? sum.day : null,
      },
    ];
  });
}
