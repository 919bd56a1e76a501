import { expect } from 'vitest';
import type { ListCount, ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import type { ListTotals } from '#lib/lists/model/totals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';

/**
 * A second implementation of lists, which shares no code with the product: it filters, orders, counts and sums records in
 * memory.
 */

/** A row of a table as PostgreSQL returns it: amounts as text, times as dates. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** The records of a list, and how its filters and orders read them. All names are those of the URL. */
export type ListOracle = {
  readonly rows: readonly StoredRow[];
  readonly id: string;
  /** The column of the list's own order. */
  readonly at: string;
  readonly choices: Readonly<Record<string, (row: StoredRow) => readonly unknown[]>>;
  /** Columns of times. */
  readonly days: Readonly<Record<string, string>>;
  readonly amounts: Readonly<
    Record<string, (row: StoredRow) => readonly [currency: unknown, amount: unknown]>
  >;
  /** Columns of identifiers. */
  readonly exact: Readonly<Record<string, string>>;
  /** The values that order the list. */
  readonly sorts: Readonly<Record<string, (row: StoredRow) => unknown>>;
  /** A field of the totals. */
  readonly total: {
    readonly field: string;
    readonly read: (row: StoredRow) => readonly [currency: unknown, amount: unknown];
  } | null;
};

/** The product's functions of a list. */
export type ListEngine = {
  readonly spec: ListSpec;
  readonly list: (
    context: Context<PersonActor>,
    business: string,
    query: ListQuery,
    size?: number,
  ) => Promise<{ readonly rows: readonly object[]; readonly after: string | null }>;
  readonly count: (context: Context<PersonActor>, business: string, query: ListQuery) => Promise<ListCount>;
  readonly totals:
    | ((context: Context<PersonActor>, business: string, query: ListQuery) => Promise<ListTotals>)
    | null;
  /** The id of a row that the list returns. */
  readonly rowId: string;
};

/** Adds and compares decimals as integers of 10⁻³⁰. */
const toUnits = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(30, '0'));
  return text.startsWith('-') ? -units : units;
};

const zone = 'Europe/Berlin';
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
const toDay = (value: unknown): string | null => (value instanceof Date ? dayFormat.format(value) : null);

const toComparable = (value: unknown): bigint | null => {
  if (value === null || value === undefined) return null;
  return value instanceof Date ? BigInt(value.getTime()) : toUnits(String(value));
};

type Filter = { readonly name: string; readonly value: string };

/** A query as its parameters in the URL. */
export type OracleQuery = { readonly filters: readonly Filter[]; readonly sort: string | null };

/** Returns the oracle's way to read a filter. Without one, the comparison would compare nothing. */
function readWay<Way>(ways: Readonly<Record<string, Way>>, name: string): Way {
  const way = ways[name];
  if (way === undefined) throw new Error(`the oracle has no filter ${name}`);
  return way;
}

/** Returns whether a record passes a filter. */
function passes(oracle: ListOracle, spec: ListSpec, { name, value }: Filter, row: StoredRow): boolean {
  const kind = spec.filters[name]?.kind;
  switch (kind) {
    case 'choice':
    case 'id': {
      const has = readWay(oracle.choices, name)(row).map(String);
      return value.split(',').some((one) => has.includes(one));
    }
    case 'days': {
      const [from = '', to = from] = value.split('..');
      const day = toDay(row[readWay(oracle.days, name)]);
      return day !== null && day >= from && day <= to;
    }
    case 'amount': {
      const [currency = '', ends = ''] = value.split(':');
      const [from = '', to = from] = ends.split('..');
      const [own, amount] = readWay(oracle.amounts, name)(row);
      if (own !== currency || amount === null) return false;
      const units = toUnits(String(amount));
      return (from === '' || units >= toUnits(from)) && (to === '' || units <= toUnits(to));
    }
    case 'exact':
      return row[readWay(oracle.exact, name)] === value;
    default:
      throw new Error(`the oracle has no filter ${name}`);
  }
}

/** Returns the value that orders the rows, and whether the largest comes first. */
function findOrder(oracle: ListOracle, spec: ListSpec, { filters, sort }: OracleQuery) {
  const own = (row: StoredRow): unknown => row[oracle.at];
  const [name = '', way] = sort?.split('.') ?? [];
  const asked = spec.sorts?.[name];
  if (asked !== undefined) {
    const hasCurrency =
      asked.currency === undefined ||
      filters.some((filter) => filter.name === asked.currency && !filter.value.includes(','));
    const by = hasCurrency ? name : asked.inEur;
    // Without one currency, amounts order nothing, as if no order was asked.
    if (by !== undefined) return { value: oracle.sorts[by] ?? own, isDown: way !== 'asc' };
  }
  const isDown = sort !== 'oldest';
  const times = filters.filter((filter) => oracle.days[filter.name] !== undefined);
  if (times.some((filter) => oracle.days[filter.name] === oracle.at || isOwn(spec, filter.name)))
    return { value: own, isDown };
  const ordering = times.find((filter) => {
    const one = spec.filters[filter.name];
    return one?.kind === 'days' && one.orders === 'filtered';
  });
  if (ordering === undefined) return { value: own, isDown };
  return { value: (row: StoredRow): unknown => row[readWay(oracle.days, ordering.name)], isDown };
}

const isOwn = (spec: ListSpec, name: string): boolean => {
  const filter = spec.filters[name];
  return filter?.kind === 'days' && filter.orders === 'own';
};

/** Returns the records that a query finds, in its order. Unknown values come last. */
function findRows(oracle: ListOracle, spec: ListSpec, query: OracleQuery): readonly StoredRow[] {
  const { value, isDown } = findOrder(oracle, spec, query);
  const found = oracle.rows.filter((row) =>
    query.filters.every((filter) => passes(oracle, spec, filter, row)),
  );
  return found.toSorted((left, right) => {
    const [one, other] = [toComparable(value(left)), toComparable(value(right))];
    if ((one === null) !== (other === null)) return one === null ? 1 : -1;
    const ids = String(left[oracle.id]) < String(right[oracle.id]) ? -1 : 1;
    const upwards = one === null || other === null || one === other ? ids : one < other ? -1 : 1;
    return isDown ? -upwards : upwards;
  });
}

const absent: Readonly<Record<string, string>> = {
  id: '00000000-0000-4000-8000-000000000000',
  days: '2001-01-01',
  amount: 'EUR:123456789',
};

/** Returns values of a filter: some that records have, ranges, two at once, and one that none has. */
export function listValues(oracle: ListOracle, spec: ListSpec, name: string): readonly string[] {
  const { rows } = oracle;
  const distinct = (values: readonly unknown[]) =>
    [...new Set(values.filter((value) => value !== null && value !== undefined).map(String))].toSorted();
  const spread = (values: readonly string[]) => [
    ...new Set([0, Math.floor(values.length / 2), values.length - 1].flatMap((index) => values[index] ?? [])),
  ];
  const filter = spec.filters[name];
  switch (filter?.kind) {
    case 'choice':
    case 'id': {
      const offered = filter.kind === 'choice' ? filter.choices.map(({ value }) => value) : [];
      const had = distinct(rows.flatMap(readWay(oracle.choices, name)));
      const none = offered.find((value) => !had.includes(value)) ?? absent[filter.kind];
      return [
        ...spread(had),
        ...(had.length > 1 ? [had.slice(0, 2).join(',')] : []),
        ...(none === undefined ? [] : [none]),
      ];
    }
    case 'days': {
      const days = spread(distinct(rows.map((row) => toDay(row[readWay(oracle.days, name)]))));
      return [...days, `${days[0] ?? '2026-01-01'}..${days.at(-1) ?? '2026-01-02'}`, absent['days'] ?? ''];
    }
    case 'amount': {
      const amounts = rows.flatMap((row) => {
        const [currency, amount] = readWay(oracle.amounts, name)(row);
        return currency === null || amount === null ? [] : [`${String(currency)}:${String(amount)}`];
      });
      return spread(distinct(amounts)).flatMap((amount) => [amount, `${amount}..`]);
    }
    case 'exact':
      return [...spread(distinct(rows.map((row) => row[readWay(oracle.exact, name)]))), 'none has this'];
    default:
      return [];
  }
}

/** Rows on a page, so that most answers have several. */
const pageSize = 15;

/** Expects that the product finds the same rows in the same order over all pages, and the same count and total. */
export async function expectSame(
  engine: ListEngine,
  oracle: ListOracle,
  who: { readonly context: Context<PersonActor>; readonly businessId: BusinessId },
  query: OracleQuery,
  /** Filters that this person doesn't have. */
  hidden: readonly string[] = [],
): Promise<number> {
  const { context, businessId } = who;
  const parameters = new URLSearchParams(query.filters.map(({ name, value }) => [name, value]));
  if (query.sort !== null) parameters.set('sort', query.sort);
  const read = (after: string | null) => {
    if (after !== null) parameters.set('after', after);
    return parseListQuery(engine.spec, (name) => parameters.get(name)).query;
  };
  const what = `${engine.spec.name}?${parameters.toString()}`;
  const visible = { ...query, filters: query.filters.filter(({ name }) => !hidden.includes(name)) };
  const expected = findRows(oracle, engine.spec, visible);
  const found: unknown[] = [];
  let next: string | null = null;
  do {
    const page: Awaited<ReturnType<ListEngine['list']>> = await engine.list(
      context,
      businessId,
      read(next),
      pageSize,
    );
    found.push(...page.rows.map((row) => Reflect.get(row, engine.rowId)));
    next = page.after;
  } while (next !== null);
  expect(found, what).toEqual(expected.map((row) => row[oracle.id]));
  parameters.delete('after');
  expect(await engine.count(context, businessId, read(null)), what).toMatchObject({ count: expected.length });
  // Totals don't depend on the order.
  if (engine.totals !== null && oracle.total !== null && query.sort === null)
    expectTotals(await engine.totals(context, businessId, read(null)), oracle.total, expected, what);
  return expected.length;
}

/** Compares a total per currency. */
function expectTotals(
  totals: ListTotals,
  { field: name, read }: NonNullable<ListOracle['total']>,
  rows: readonly StoredRow[],
  what: string,
): void {
  if (totals.kind !== 'exact') throw new Error(`no totals: ${what}`);
  expect(totals.rows, what).toBe(rows.length);
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const [currency, amount] = read(row);
    if (currency === null || amount === null) continue;
    sums.set(String(currency), (sums.get(String(currency)) ?? 0n) + toUnits(String(amount)));
  }
  const found = totals.fields.find(({ field }) => field === name)?.sums ?? [];
  expect(
    new Map(
      found.flatMap((sum) =>
        sum.total === null || sum.currency === null ? [] : [[sum.currency, toUnits(sum.total)] as const],
      ),
    ),
    what,
  ).toEqual(sums);
}
