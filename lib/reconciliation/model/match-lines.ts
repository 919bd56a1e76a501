import type { RecordKind } from './choices.ts';
import type { MatchRule } from './rules.ts';

/** Digits of an amount as an integer with this many digits after the point. */
export const amountScale = 30;

/** An unmatched line of a statement. */
export type OpenLine = {
  readonly lineId: string;
  readonly day: string;
  readonly amount: bigint;
  /** All its texts, in lower case. */
  readonly text: string;
};

/** An unmatched deposit or withdrawal, with its amount in the currency of the lines. */
export type OpenRecord = {
  readonly recordId: string;
  readonly kind: RecordKind;
  /** The day of the business. Records of a day are in their order of time. */
  readonly day: string;
  readonly amount: bigint;
  /** Its identifiers without hyphens, and its address, in lower case. */
  readonly names: readonly string[];
  readonly address: string;
};

/** Lines and records that a rule puts together. Without records, its lines are ignored. */
export type FoundMatch = {
  readonly rule: MatchRule;
  readonly state: 'rule' | 'suggested' | 'ignored';
  readonly lines: readonly OpenLine[];
  readonly records: readonly OpenRecord[];
  /** The records minus the lines. */
  readonly difference: bigint;
};

const dayLength = 86_400_000;
const numbers = new Map<string, number>();

/** Counts days, so that they can be subtracted. */
function toNumber(day: string): number {
  const found = numbers.get(day) ?? Date.parse(`${day}T00:00:00Z`) / dayLength;
  if (numbers.size < 20_000) numbers.set(day, found);
  return found;
}

const sum = (items: readonly { readonly amount: bigint }[]): bigint =>
  items.reduce((total, { amount }) => total + amount, 0n);

/** Shorter names occur in texts by chance. */
const shortestName = 6;

/** Returns the words of a text without hyphens, because banks leave these out. */
const listWords = (text: string): readonly string[] =>
  text
    .split(/[^0-9\p{L}_-]+/u)
    .filter((word) => word.length >= shortestName)
    .map((word) => word.replaceAll('-', ''));

/** Lines and records that no rule has matched yet. */
class OpenItems {
  readonly #lines: Set<OpenLine>;
  readonly #records: Set<OpenRecord>;
  readonly found: FoundMatch[] = [];

  constructor(lines: readonly OpenLine[], records: readonly OpenRecord[]) {
    this.#lines = new Set(lines);
    this.#records = new Set(records);
  }

  listLines({ contains, kind }: MatchRule): readonly OpenLine[] {
    const text = contains.trim().toLowerCase();
    return [...this.#lines].filter(
      (line) => (kind === 'ignore' || line.amount > 0n) && (text === '' || line.text.includes(text)),
    );
  }

  listRecords(kind: RecordKind): readonly OpenRecord[] {
    return [...this.#records].filter((record) => record.kind === kind);
  }

  isOpen(record: OpenRecord): boolean {
    return this.#records.has(record);
  }

  take(rule: MatchRule, lines: readonly OpenLine[], records: readonly OpenRecord[], isCertain = true): void {
    for (const line of lines) this.#lines.delete(line);
    for (const record of records) this.#records.delete(record);
    const isIgnored = rule.kind === 'ignore';
    this.found.push({
      rule,
      lines,
      records,
      state: isIgnored ? 'ignored' : rule.suggests || !isCertain ? 'suggested' : 'rule',
      difference: isIgnored ? 0n : sum(records) - sum(lines),
    });
  }
}

/** A rule with its tolerance as an integer. */
type Applied = { readonly rule: MatchRule; readonly tolerance: bigint };

const isWithin = (difference: bigint, tolerance: bigint): boolean =>
  difference >= 0n && difference <= tolerance;

const isInTime = (line: OpenLine, record: OpenRecord, days: number): boolean => {
  const delay = toNumber(line.day) - toNumber(record.day);
  return delay >= 0 && delay <= days;
};

type Group = { readonly lines: OpenLine[]; readonly records: OpenRecord[] };

/** Groups lines with the records that they name. Lines that name the same record are in one group. */
function groupByName(lines: readonly OpenLine[], records: readonly OpenRecord[]): ReadonlySet<Group> {
  const named = new Map<string, OpenRecord[]>();
  for (const record of records)
    for (const name of record.names) {
      const same = named.get(name);
      if (same === undefined) named.set(name, [record]);
      else same.push(record);
    }
  const groups = new Map<OpenRecord, Group>();
  for (const line of lines) {
    const found = new Set(listWords(line.text).flatMap((word) => named.get(word) ?? []));
    if (found.size === 0) continue;
    // The smaller groups join the largest, so that many lines of one record take linear time.
    const touched = new Set([...found].flatMap((record) => groups.get(record) ?? []));
    const [group = { lines: [], records: [] }, ...others] = [...touched].toSorted(
      (one, two) => two.lines.length + two.records.length - one.lines.length - one.records.length,
    );
    const added = [...others.flatMap((other) => other.records), ...found].filter(
      (record) => groups.get(record) !== group,
    );
    for (const record of new Set(added)) {
      group.records.push(record);
      groups.set(record, group);
    }
    for (const other of others) for (const one of other.lines) group.lines.push(one);
    group.lines.push(line);
  }
  return new Set(groups.values());
}

/** Lines and records that name each other, directly or through others: 1:1, 1:n, n:1 and n:m. */
function matchIdentifiers(items: OpenItems, { rule, tolerance }: Applied): void {
  for (const { lines, records } of groupByName(items.listLines(rule), items.listRecords(rule.records)))
    if (isWithin(sum(records) - sum(lines), tolerance))
      items.take(
        rule,
        lines.toSorted((one, two) => compare(one.day, two.day)),
        records,
      );
}

const compare = (one: string | bigint, two: string | bigint): number => (one < two ? -1 : one > two ? 1 : 0);

/** Creates a search for records by amount, up to a tolerance: the closest amount first, then the oldest. */
function createAmountIndex(records: readonly OpenRecord[]) {
  const sorted = records.toSorted((one, two) => compare(one.amount, two.amount) || compare(one.day, two.day));
  return function* (from: bigint, to: bigint): Generator<OpenRecord> {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle]?.amount ?? 0n) < from) low = middle + 1;
      else high = middle;
    }
    for (let at = low; at < sorted.length; at += 1) {
      const record = sorted[at];
      if (record === undefined || record.amount > to) return;
      yield record;
    }
  };
}

/** One line and one record of the same amount. Where a second one is possible, it is only a suggestion. */
function matchAmounts(items: OpenItems, { rule, tolerance }: Applied): void {
  const find = createAmountIndex(items.listRecords(rule.kind === 'address' ? 'withdrawal' : rule.records));
  // A record that several lines may belong to is certain for none of them.
  const contested = new Set<OpenRecord>();
  for (const line of items.listLines(rule)) {
    const possible: OpenRecord[] = [];
    for (const record of find(line.amount, line.amount + tolerance)) {
      if (!items.isOpen(record) || !isInTime(line, record, rule.days)) continue;
      if (rule.kind === 'address' && (record.address === '' || !line.text.includes(record.address))) continue;
      possible.push(record);
      if (possible.length > 1) break;
    }
    const [first] = possible;
    if (possible.length > 1) for (const record of possible) contested.add(record);
    if (first !== undefined) items.take(rule, [line], [first], !contested.has(first));
  }
}

/** Lines that are one payout: each alone, or those of a day together. */
function groupPayouts(lines: readonly OpenLine[], joinsLines: boolean): readonly (readonly OpenLine[])[] {
  if (!joinsLines) return lines.map((line) => [line]);
  const days = new Map<string, OpenLine[]>();
  for (const line of lines) {
    const day = days.get(line.day);
    if (day === undefined) days.set(line.day, [line]);
    else day.push(line);
  }
  return [...days.values()];
}

/** The deposits of a day. Payouts take the first ones, so those from `next` on are left, with this sum. */
type DayOfRecords = { readonly records: OpenRecord[]; next: number; sum: bigint };

const isEmpty = ({ records, next }: DayOfRecords): boolean => next === records.length;

/** Finds the whole days whose deposits are an amount. Null: none. Several are not certain. */
function findWholeDays(days: readonly DayOfRecords[], amount: bigint, tolerance: bigint) {
  const found: { readonly from: number; readonly to: number; readonly difference: bigint }[] = [];
  for (let from = 0; from < days.length; from += 1) {
    const first = days[from];
    if (first === undefined || isEmpty(first)) continue;
    let total = 0n;
    for (let to = from; to < days.length; to += 1) {
      total += days[to]?.sum ?? 0n;
      if (total > amount + tolerance) break;
      const last = days[to];
      if (last !== undefined && !isEmpty(last) && total >= amount)
        found.push({ from, to, difference: total - amount });
    }
  }
  const exact = found.filter(({ difference }) => difference === 0n);
  const best = exact.length > 0 ? exact : found;
  const [first] = best;
  if (first === undefined) return null;
  const records = days.slice(first.from, first.to + 1).flatMap((day) => day.records.slice(day.next));
  return { records, isCertain: best.length === 1 };
}

/** Finds the oldest deposits in their order whose sum is an amount. */
function findOldest(days: readonly DayOfRecords[], amount: bigint, tolerance: bigint) {
  const records: OpenRecord[] = [];
  let total = 0n;
  for (const day of days)
    for (let at = day.next; at < day.records.length && total < amount; at += 1) {
      const record = day.records[at];
      if (record === undefined) break;
      records.push(record);
      total += record.amount;
    }
  return isWithin(total - amount, tolerance) && records.length > 0 ? { records, isCertain: true } : null;
}

/** Payouts of many deposits: those of whole days, or the oldest ones that aren't paid out. */
function matchBatches(items: OpenItems, { rule, tolerance }: Applied): void {
  const days = new Map<number, DayOfRecords>();
  for (const record of items.listRecords('deposit')) {
    const number = toNumber(record.day);
    const day = days.get(number) ?? { records: [], next: 0, sum: 0n };
    day.records.push(record);
    day.sum += record.amount;
    days.set(number, day);
  }
  for (const lines of groupPayouts(items.listLines(rule), rule.joinsLines)) {
    const [first] = lines;
    if (first === undefined) continue;
    const last = toNumber(first.day);
    const window: DayOfRecords[] = [];
    for (let number = last - rule.days; number <= last; number += 1) {
      const day = days.get(number);
      if (day !== undefined && !isEmpty(day)) window.push(day);
    }
    const amount = sum(lines);
    const found = findWholeDays(window, amount, tolerance) ?? findOldest(window, amount, tolerance);
    if (found === null) continue;
    items.take(rule, lines, found.records, found.isCertain);
    const taken = new Set(found.records);
    for (const day of window)
      for (let first = day.records[day.next]; first !== undefined && taken.has(first); ) {
        day.sum -= first.amount;
        day.next += 1;
        first = day.records[day.next];
      }
  }
}

const appliers = {
  identifier: matchIdentifiers,
  amount: matchAmounts,
  address: matchAmounts,
  batch: matchBatches,
  ignore: (items: OpenItems, { rule }: Applied) => {
    for (const line of items.listLines(rule)) items.take(rule, [line], []);
  },
} as const;

/**
 * Applies rules in their order to lines and records of one currency. Each line and each record is in one match at most.
 * Lines and records are sorted by day and then by time, so that the same input gives the same matches.
 */
export function matchLines(
  rules: readonly Applied[],
  lines: readonly OpenLine[],
  records: readonly OpenRecord[],
): readonly FoundMatch[] {
  const items = new OpenItems(lines, records);
  for (const applied of rules) appliers[applied.rule.kind](items, applied);
  return items.found;
}
