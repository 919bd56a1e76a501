import { expect, test } from 'vitest';
import { dayStartSql } from './day-begin.ts';
import { databasePool } from './pools.ts';

/** Stations in Antarctica set their clocks back by two and three hours in a night. */
test('starts a day at its first instant in every time zone', async () => {
  // The days on which the clocks of a zone change, and the days before them. The other days start alike. A change shows
  // in the offsets at the ends of a week, because no zone changes its clocks back within one.
  const { rows } = await databasePool().query<{ zone: string; day: string }>(
    `WITH weeks AS MATERIALIZED
       (SELECT name AS zone, week, week AT TIME ZONE name AT TIME ZONE 'UTC' - week AS difference
          FROM pg_timezone_names, generate_series(timestamp '2017-12-25', '2030-01-08', '7 days') AS week
         WHERE name !~ '^(posix|right|Antarctica)/'),
     changes AS MATERIALIZED
       (SELECT zone, week FROM
          (SELECT zone, week, difference <> lead(difference) OVER w AS changes FROM weeks
            WINDOW w AS (PARTITION BY zone ORDER BY week)) AS pairs WHERE changes),
     days AS
       (SELECT zone, day, (day + interval '1 day') AT TIME ZONE zone - day AT TIME ZONE zone AS length
          FROM changes, generate_series(week - interval '1 day', week + interval '7 days', '1 day') AS day)
     SELECT DISTINCT zone, near::date::text AS day FROM days, unnest(ARRAY[day, day + interval '1 day']) AS near
      WHERE length <> interval '1 day' AND near BETWEEN '2018-01-01' AND '2030-01-01'`,
  );
  expect(rows.length).toBeGreaterThan(1_000);
  const { rows: wrong } = await databasePool().query(
    `SELECT zone, day::text, begin FROM
       (SELECT zone, day, ${dayStartSql('day', 'zone')} AS begin FROM unnest($1::text[], $2::date[]) AS given(zone, day)) AS startedAt
      WHERE (begin AT TIME ZONE zone)::date <> day OR ((begin - interval '1 microsecond') AT TIME ZONE zone)::date >= day`,
    [rows.map(({ zone }) => zone), rows.map(({ day }) => day)],
  );
  expect(wrong).toEqual([]);
});
