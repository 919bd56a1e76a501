import 'server-only';
import { hasFacetSql } from '#lib/database/facets.ts';
import type { Statement } from '#lib/database/statement.ts';
import type { AmountRange } from '#lib/lists/model/amount-filter.ts';
import type { DaySpan } from '#lib/lists/model/day-filter.ts';
import { normalizeAddress } from '#lib/values/addresses.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { FilterTimes } from './filter-times.ts';
import { buildDaySpanBounds } from './filter-times.ts';

/** Builds the condition that a time is within the bounds of whole days. */
function dayCondition(column: string, ends: { from: string | null; to: string | null }): string {
  return [
    ends.from === null ? null : `${column} >= ${ends.from}`,
    ends.to === null ? null : `${column} < ${ends.to}`,
  ]
    .filter((part) => part !== null)
    .join(' AND ');
}

/** Builds the condition that an amount has this currency and is in the range. Unknown amounts never match. */
function amountCondition(
  statement: Statement,
  { column, currency, currencyKnown: sure, upperColumn }: AmountColumn,
  range: AmountRange,
): string {
  return [
    `${currency} = ${statement.bind(range.currency)}::text`,
    ...(sure === undefined ? [] : [sure]),
    rangeCondition(statement, column, range, upperColumn),
  ].join(' AND ');
}

/** Builds the condition that a number is in the range. Unknown numbers never match. */
function rangeCondition(
  statement: Statement,
  column: string,
  range: AmountRange,
  upperColumn: string = column,
): string {
  return [
    range.from === null ? null : `${column} >= ${statement.bind(range.from)}::numeric`,
    range.to === null ? null : `${upperColumn} <= ${statement.bind(range.to)}::numeric`,
  ]
    .filter((part) => part !== null)
    .join(' AND ');
}

/** A time column, or an indexed column together with the column that says whether the time is known. */
type DayColumn = string | { readonly column: string; readonly reportedColumn: string };

/** An amount column, with its currency as a column or a quoted code (`'EUR'`). */
type AmountColumn = {
  readonly column: string;
  readonly currency: string;
  /** A condition without which the currency of the amount is unknown. */
  readonly currencyKnown?: string;
  /**
   * The amount in conditions on its upper end, where it has no index of its own. An expression is compared in each entry of
   * another index that holds the amount. PostgreSQL 18 starts another search for each entry that is above the end of a column,
   * which takes five times as long.
   */
  readonly upperColumn?: string;
};

/** Columns of a list's filters, by their URL name. */
export type FilterColumns = {
  /** Stored facts of the record: their column, and the name of the fact by that of the filter. */
  readonly facets?: { readonly column: string; readonly names: Readonly<Record<string, string>> };
  /**
   * Currency columns by the name of their filter. Indexes in the order of an amount begin with them, so they replace the
   * fact while an amount of one currency orders the list.
   */
  readonly orderedCurrencies?: Readonly<Record<string, string>>;
  /** Columns that are compared with the values. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Conditions on ids, such as `m.payment_id`. Their values are UUIDs. */
  readonly ids?: Readonly<Record<string, (idArray: string) => string>>;
  /** Conditions that are more than a comparison. */
  readonly custom?: Readonly<Record<string, (statement: Statement, values: readonly string[]) => string>>;
  /** Named conditions; several are joined by OR. */
  readonly derived?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly days?: Readonly<Record<string, DayColumn>>;
  readonly amounts?: Readonly<Record<string, AmountColumn>>;
  /** Columns of numbers without a unit. */
  readonly numbers?: Readonly<Record<string, string>>;
  /** Identifiers. An address is compared in its normalized spelling. */
  readonly exact?: Readonly<Record<string, { readonly column: string; readonly isAddress?: boolean }>>;
};

type FilterQuery = {
  /** The requested order. */
  readonly by?: string | null;
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly days: Readonly<Record<string, DaySpan>>;
  readonly amounts: Readonly<Record<string, AmountRange>>;
  /** Resolved start and end of the days. */
  readonly times?: FilterTimes;
  readonly exact: Readonly<Record<string, string>>;
};

/** A filter of a list has no column. Without this error, it would match no row or every row. */
export class MissingColumnError extends Error {
  constructor(filter: string) {
    super(`no column for the filter ${filter}`);
    this.name = 'MissingColumnError';
  }
}

const getOwn = <Value>(of: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  of !== undefined && Object.hasOwn(of, name) ? of[name] : undefined;

function requireOwn<Value>(of: Readonly<Record<string, Value>> | undefined, name: string): Value {
  const value = getOwn(of, name);
  if (value === undefined) throw new MissingColumnError(name);
  return value;
}

/** Builds the condition that the record has one of these values of a fact. */
function facetCondition(
  statement: Statement,
  column: string,
  fact: string,
  values: readonly string[],
  businessId: BusinessId,
): string {
  const business = `${statement.bind(businessId)}::uuid`;
  return hasFacetSql(
    column,
    business,
    fact,
    values.map((value) => `${statement.bind(value)}::text`),
  );
}

/** Returns null for a choice that the list itself handles, such as its labels. */
function choiceCondition(
  statement: Statement,
  columns: FilterColumns,
  [name, values]: readonly [string, readonly string[]],
  { by = null }: Pick<FilterQuery, 'by'>,
  businessId: BusinessId,
): string | null {
  const currency = getOwn(columns.orderedCurrencies, name);
  if (currency !== undefined && by !== null && values.length === 1) return statement.oneOf(currency, values);
  const fact = getOwn(columns.facets?.names, name);
  if (columns.facets !== undefined && fact !== undefined)
    return facetCondition(statement, columns.facets.column, fact, values, businessId);
  const column = getOwn(columns.choices, name);
  if (column !== undefined) return statement.oneOf(column, values);
  const id = getOwn(columns.ids, name);
  if (id !== undefined) return id(`${statement.bind([...values])}::uuid[]`);
  const custom = getOwn(columns.custom, name);
  if (custom !== undefined) return custom(statement, values);
  const derived = getOwn(columns.derived, name);
  if (derived === undefined) return null;
  const conditions = values.flatMap((value) => getOwn(derived, value) ?? []);
  return conditions.length === 0
    ? 'false'
    : `(${conditions.map((condition) => `(${condition})`).join(' OR ')})`;
}

/** Returns the resolved start and end of filtered days, or SQL that computes them. */
function dayBounds(
  statement: Statement,
  query: FilterQuery,
  name: string,
  span: DaySpan,
  businessId: BusinessId,
) {
  const resolved = getOwn(query.times, name);
  const moment = (at: string | null) => (at === null ? null : `${statement.bind(at)}::timestamptz`);
  if (resolved) return { from: moment(resolved.from), to: moment(resolved.to) };
  const [from, to] = buildDaySpanBounds(statement, span, businessId);
  return { from, to };
}

/**
 * Builds the conditions of all filters except the search.
 *
 * @throws MissingColumnError for days, an amount, a number or an identifier without a column
 */
export function filterConditions(
  statement: Statement,
  columns: FilterColumns,
  query: FilterQuery,
  businessId: BusinessId,
): readonly string[] {
  const choices = Object.entries(query.choices).map((choice) =>
    choiceCondition(statement, columns, choice, query, businessId),
  );
  const days = Object.entries(query.days).map(([name, span]) => {
    const dayColumn = requireOwn(columns.days, name);
    const column = typeof dayColumn === 'string' ? dayColumn : dayColumn.column;
    const within = dayCondition(column, dayBounds(statement, query, name, span, businessId));
    return typeof dayColumn === 'string' ? within : `${dayColumn.reportedColumn} IS NOT NULL AND ${within}`;
  });
  const amounts = Object.entries(query.amounts).map(([name, range]) => {
    if (range.currency === null) return rangeCondition(statement, requireOwn(columns.numbers, name), range);
    return amountCondition(statement, requireOwn(columns.amounts, name), range);
  });
  const exact = Object.entries(query.exact).map(([name, value]) => {
    const { column, isAddress } = requireOwn(columns.exact, name);
    return `${column} = ${statement.bind(isAddress ? normalizeAddress(value) : value)}::text`;
  });
  return [...choices, ...days, ...amounts, ...exact].filter((part) => part !== null);
}
