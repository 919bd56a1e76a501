import 'server-only';
import { dayBegin } from '#lib/database/day-begin.ts';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import type { DaySpan, RelativeDays } from '#lib/lists/model/day-filter.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

/** The first moment of filtered days and the first after them, as the database writes them; null is open. */
export type Times = Readonly<Record<string, { readonly from: string | null; readonly to: string | null }>>;

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

/** When days of the business's time zone begin and end, in SQL. */
export function endsOfDays(
  statement: Statement,
  span: DaySpan,
  businessId: BusinessId,
): readonly [from: string | null, to: string | null] {
  const zone = `(SELECT time_zone FROM business WHERE id = ${statement.bind(businessId)}::uuid)`;
  const given = (day: string | null) => (day === null ? null : `${statement.bind(day)}::date`);
  const [from, to] =
    typeof span === 'string'
      ? relativeEnds(span, `(now() AT TIME ZONE ${zone})::date`)
      : [given(span.from), given(span.to)];
  return [from === null ? null : dayBegin(from, zone), to === null ? null : dayBegin(`${to} + 1`, zone)];
}

/**
 * The query with the days that move with the calendar as they are at this moment: for what is asked now and looked for
 * later.
 */
export async function withFixedDays(
  businessId: BusinessId,
  query: ListQuery,
  at: Instant,
): Promise<ListQuery> {
  const statement = new Statement();
  const zone = `(SELECT time_zone FROM business WHERE id = ${statement.bind(businessId)}::uuid)`;
  const today = `(${statement.bind(toDate(at))}::timestamptz AT TIME ZONE ${zone})::date`;
  const moving = Object.entries(query.days).flatMap(([name, span]) =>
    typeof span === 'string' ? [{ name, ends: relativeEnds(span, today) }] : [],
  );
  if (moving.length === 0) return query;
  const columns = moving.flatMap(({ ends }) => ends.map((end) => `(${end})::date::text`));
  const { rows } = await databasePool().query<(string | null)[]>({
    text: `SELECT ${columns.join(', ')}`,
    values: statement.values,
    rowMode: 'array',
  });
  const ends = rows[0] ?? [];
  const fixed = moving.map(({ name }, index) => [
    name,
    { from: ends[index * 2] ?? null, to: ends[index * 2 + 1] ?? null },
  ]);
  return { ...query, days: { ...query.days, ...Object.fromEntries(fixed) } };
}

/**
 * The query with the moments of its days, found out first: the planner knows how many rows lie between two moments
 * that it is told, and nothing of those that it would have to compute.
 */
export async function withTimes(
  businessId: BusinessId,
  query: ListQuery,
): Promise<ListQuery & { readonly times?: Times }> {
  const days = Object.entries(query.days);
  if (days.length === 0) return query;
  const statement = new Statement();
  const columns = days.flatMap(([, span]) =>
    endsOfDays(statement, span, businessId).map((end) => `(${end ?? 'NULL'})::text`),
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
