import 'server-only';
import { dayStartSql } from '#lib/database/day-begin.ts';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import type { DaySpan, RelativeDays } from '#lib/lists/model/day-filter.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

/** First instant of the filtered days and first instant after them, as PostgreSQL text. Null is open. */
export type FilterTimes = Readonly<
  Record<string, { readonly from: string | null; readonly to: string | null }>
>;

/** Returns the first and last day in SQL. `today` is the day in the business's time zone. */
function relativeEnds(span: RelativeDays, today: string): readonly [string, string] {
  const month = `date_trunc('month', ${today})`;
  switch (span) {
    case 'today':
      return [today, today];
    case 'yesterday':
      return [`${today} - 1`, `${today} - 1`];
    case 'tomorrow':
      return [`${today} + 1`, `${today} + 1`];
    case 'next-7-days':
      return [today, `${today} + 6`];
    case 'next-30-days':
      return [today, `${today} + 29`];
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

/** Returns SQL for the start and end of days in the business's time zone, or of the time since a moment. */
export function buildDaySpanBounds(
  statement: Statement,
  span: DaySpan,
  businessId: BusinessId,
): readonly [from: string | null, to: string | null] {
  if (typeof span === 'object' && 'since' in span)
    return [`${statement.bind(span.since)}::timestamptz`, null];
  const zone = `(SELECT time_zone FROM business WHERE id = ${statement.bind(businessId)}::uuid)`;
  const bindDay = (day: string | null) => (day === null ? null : `${statement.bind(day)}::date`);
  const [from, to] =
    typeof span === 'string'
      ? relativeEnds(span, `(now() AT TIME ZONE ${zone})::date`)
      : [bindDay(span.from), bindDay(span.to)];
  return [
    from === null ? null : dayStartSql(from, zone),
    to === null ? null : dayStartSql(`${to} + 1`, zone),
  ];
}

/** Replaces relative days by fixed ones, for queries that run later. */
export async function withFixedDays(
  businessId: BusinessId,
  query: ListQuery,
  at: Instant,
): Promise<ListQuery> {
  const statement = new Statement();
  const zone = `(SELECT time_zone FROM business WHERE id = ${statement.bind(businessId)}::uuid)`;
  const today = `(${statement.bind(toDate(at))}::timestamptz AT TIME ZONE ${zone})::date`;
  const relative = Object.entries(query.days).flatMap(([name, span]) =>
    typeof span === 'string' ? [{ name, ends: relativeEnds(span, today) }] : [],
  );
  if (relative.length === 0) return query;
  const columns = relative.flatMap(({ ends }) => ends.map((end) => `(${end})::date::text`));
  const { rows } = await databasePool().query<(string | null)[]>({
    text: `SELECT ${columns.join(', ')}`,
    values: statement.values,
    rowMode: 'array',
  });
  const ends = rows[0] ?? [];
  const fixed = relative.map(({ name }, index) => [
    name,
    { from: ends[index * 2] ?? null, to: ends[index * 2 + 1] ?? null },
  ]);
  return { ...query, days: { ...query.days, ...Object.fromEntries(fixed) } };
}

/**
 * Resolves the start and end of filtered days first: the planner can estimate the rows between two constants, but not
 * between computed times.
 */
export async function withResolvedDays(
  businessId: BusinessId,
  query: ListQuery,
): Promise<ListQuery & { readonly times?: FilterTimes }> {
  const days = Object.entries(query.days);
  if (days.length === 0) return query;
  const statement = new Statement();
  const columns = days.flatMap(([, span]) =>
    buildDaySpanBounds(statement, span, businessId).map((end) => `(${end ?? 'NULL'})::text`),
  );
  const { rows } = await databasePool().query<(string | null)[]>({
    text: `SELECT ${columns.join(', ')}`,
    values: statement.values,
    rowMode: 'array',
  });
  const ends = rows[0] ?? [];
  const times = days.map(([name], index) => [
    name,
    { from: ends[index * 2] ?? null, to: ends[index * 2 + 1] ?? null },
  ]);
  return { ...query, times: Object.fromEntries(times) };
}
