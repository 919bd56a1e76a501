import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import type { AmountRange } from '#lib/lists/model/amount-filter.ts';
import type { DaySpan } from '#lib/lists/model/day-filter.ts';
import { addressKey } from '#lib/values/addresses.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Times } from './filter-times.ts';
import { endsOfDays } from './filter-times.ts';

/** The condition that a time lies in whole days of the business's time zone, both ends included. */
function withinDays(column: string, ends: { from: string | null; to: string | null }): string {
  return [
    ends.from === null ? null : `${column} >= ${ends.from}`,
    ends.to === null ? null : `${column} < ${ends.to}`,
  ]
    .filter((part) => part !== null)
    .join(' AND ');
}

/** The condition that an amount is of this currency and lies in the range. What is unknown lies in none. */
function withinAmounts(
  statement: Statement,
  { column, currency, sure }: AmountColumn,
  range: AmountRange,
): string {
  return [
    `${currency} = ${statement.bind(range.currency)}::text`,
    sure ?? null,
    range.from === null ? null : `${column} >= ${statement.bind(range.from)}::numeric`,
    range.to === null ? null : `${column} <= ${statement.bind(range.to)}::numeric`,
  ]
    .filter((part) => part !== null)
    .join(' AND ');
}

/** A time's column; or the one that an index has, with the one that says whether the time is known at all. */
type DayColumn = string | { readonly column: string; readonly known: string };

/** An amount's column, and the column or code (`'EUR'`, quoted) of its currency. */
type AmountColumn = {
  readonly column: string;
  readonly currency: string;
  /** What must hold for it to be in that currency, where it need not be: else its currency is not known. */
  readonly sure?: string;
};

/** Where the filters of a list look, by their name in the address. */
export type FilterColumns = {
  /** Compared with the values given. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Conditions on ids: `m.payment_id`, or what else must be true beside. Their values are UUIDs. */
  readonly ids?: Readonly<Record<string, (wanted: string) => string>>;
  /** Arrays that hold one of the values given. */
  readonly arrays?: Readonly<Record<string, string>>;
  /** Conditions that are more than a comparison. */
  readonly built?: Readonly<Record<string, (statement: Statement, values: readonly string[]) => string>>;
  /** Conditions under a name of ours; several mean "any of them". */
  readonly derived?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly days?: Readonly<Record<string, DayColumn>>;
  readonly amounts?: Readonly<Record<string, AmountColumn>>;
  /** Identifiers; an address is looked up in the form in which two spellings are equal. */
  readonly exact?: Readonly<Record<string, { readonly column: string; readonly isAddress?: boolean }>>;
};

type Asked = {
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly days: Readonly<Record<string, DaySpan>>;
  readonly amounts: Readonly<Record<string, AmountRange>>;
  /** When the days begin and end, where that was found out. */
  readonly times?: Times;
  readonly exact: Readonly<Record<string, string>>;
};

const own = <Value>(of: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  of !== undefined && Object.hasOwn(of, name) ? of[name] : undefined;

function choiceCondition(
  statement: Statement,
  columns: FilterColumns,
  name: string,
  values: readonly string[],
): string | null {
  const column = own(columns.choices, name);
  if (column !== undefined) return statement.oneOf(column, values);
  const id = own(columns.ids, name);
  if (id !== undefined) return id(`${statement.bind([...values])}::uuid[]`);
  const built = own(columns.built, name);
  if (built !== undefined) return built(statement, values);
  const array = own(columns.arrays, name);
  if (array !== undefined) return `${array} && ${statement.bind([...values])}::text[]`;
  const derived = own(columns.derived, name);
  if (derived === undefined) return null;
  const known = values.flatMap((value) => own(derived, value) ?? []);
  return known.length === 0 ? 'false' : `(${known.map((one) => `(${one})`).join(' OR ')})`;
}

/** When filtered days begin and end: as found out, or as the database has to find out. */
function endsOf(statement: Statement, query: Asked, name: string, span: DaySpan, businessId: BusinessId) {
  const known = own(query.times, name);
  const moment = (at: string | null) => (at === null ? null : `${statement.bind(at)}::timestamptz`);
  if (known) return { from: moment(known.from), to: moment(known.to) };
  const [from, to] = endsOfDays(statement, span, businessId);
  return { from, to };
}

/** The conditions of everything that is filtered for, but the search. */
export function filterConditions(
  statement: Statement,
  columns: FilterColumns,
  query: Asked,
  businessId: BusinessId,
): readonly string[] {
  const choices = Object.entries(query.choices).map(([name, values]) =>
    choiceCondition(statement, columns, name, values),
  );
  const days = Object.entries(query.days).map(([name, span]) => {
    const found = own(columns.days, name);
    if (found === undefined) return null;
    const column = typeof found === 'string' ? found : found.column;
    const within = withinDays(column, endsOf(statement, query, name, span, businessId));
    return typeof found === 'string' ? within : `${found.known} IS NOT NULL AND ${within}`;
  });
  const amounts = Object.entries(query.amounts).map(([name, range]) => {
    const column = own(columns.amounts, name);
    return column === undefined ? null : withinAmounts(statement, column, range);
  });
  const exact = Object.entries(query.exact).map(([name, value]) => {
    const found = own(columns.exact, name);
    if (found === undefined) return null;
    return `${found.column} = ${statement.bind(found.isAddress ? addressKey(value) : value)}`;
  });
  return [...choices, ...days, ...amounts, ...exact].filter((part) => part !== null);
}
