import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import type { AmountRange } from '#lib/values/list-amounts.ts';
import type { DaySpan, RelativeDays } from '#lib/values/list-days.ts';
import type { Statement } from './statement.ts';

/** First and last day of days that move with the calendar; `today` is the day in the business's time zone. */
function relativeEnds(span: RelativeDays, today: string): readonly [string, string] {
  const month = `date_trunc('month', ${today})`;
  switch (span) {
    case 'today':
      return [today, today];
    case 'yesterday':
      return [`${today} - 1`, `${today} - 1`];
    case 'last-7-days':
      return [`${today} - 6`, today];
    case 'last-30-days':
      return [`${today} - 29`, today];
    case 'last-90-days':
      return [`${today} - 89`, today];
    case 'this-month':
      return [`${month}::date`, today];
    case 'last-month':
      return [`(${month} - interval '1 month')::date`, `${month}::date - 1`];
    case 'this-year':
      return [`date_trunc('year', ${today})::date`, today];
  }
}

/** The condition that a time lies in whole days of the business's time zone, both ends included. */
function withinDays(statement: Statement, column: string, span: DaySpan, businessId: BusinessId): string {
  const zone = `(SELECT time_zone FROM business WHERE id = ${statement.bind(businessId)}::uuid)`;
  const midnight = (day: string) => `((${day})::timestamp AT TIME ZONE ${zone})`;
  const given = (day: string | null) => (day === null ? null : `${statement.bind(day)}::date`);
  const [from, to] =
    typeof span === 'string'
      ? relativeEnds(span, `(now() AT TIME ZONE ${zone})::date`)
      : [given(span.from), given(span.to)];
  return [
    from === null ? null : `${column} >= ${midnight(from)}`,
    to === null ? null : `${column} < ${midnight(`${to} + 1`)}`,
  ]
    .filter((part) => part !== null)
    .join(' AND ');
}

/** The condition that an amount is of this currency and lies in the range. What is unknown lies in none. */
function withinAmounts(
  statement: Statement,
  /** The amount's column, and the column or code (`'EUR'`, quoted) of its currency. */
  { column, currency }: { column: string; currency: string },
  range: AmountRange,
): string {
  return [
    `${currency} = ${statement.bind(range.currency)}::text`,
    range.from === null ? null : `${column} >= ${statement.bind(range.from)}::numeric`,
    range.to === null ? null : `${column} <= ${statement.bind(range.to)}::numeric`,
  ]
    .filter((part) => part !== null)
    .join(' AND ');
}

/** A time's column; or the one that an index has, with the one that says whether the time is known at all. */
type DayColumn = string | { readonly column: string; readonly known: string };

/** Where the filters of a list look, by their name in the address. */
export type FilterColumns = {
  /** Compared with the values given. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Arrays that hold one of the values given. */
  readonly arrays?: Readonly<Record<string, string>>;
  /** Conditions under a name of ours; several mean "any of them". */
  readonly derived?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly days?: Readonly<Record<string, DayColumn>>;
  readonly amounts?: Readonly<Record<string, { readonly column: string; readonly currency: string }>>;
};

type Asked = {
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly days: Readonly<Record<string, DaySpan>>;
  readonly amounts: Readonly<Record<string, AmountRange>>;
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
  const array = own(columns.arrays, name);
  if (array !== undefined) return `${array} && ${statement.bind([...values])}::text[]`;
  const derived = own(columns.derived, name);
  if (derived === undefined) return null;
  const known = values.flatMap((value) => own(derived, value) ?? []);
  return known.length === 0 ? 'false' : `(${known.map((one) => `(${one})`).join(' OR ')})`;
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
    if (typeof found === 'string') return withinDays(statement, found, span, businessId);
    return `${found.known} IS NOT NULL AND ${withinDays(statement, found.column, span, businessId)}`;
  });
  const amounts = Object.entries(query.amounts).map(([name, range]) => {
    const column = own(columns.amounts, name);
    return column === undefined ? null : withinAmounts(statement, column, range);
  });
  return [...choices, ...days, ...amounts].filter((part) => part !== null);
}
