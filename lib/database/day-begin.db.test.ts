import { afterAll, expect, test } from 'vitest';
import { dayBegin } from './day-begin.ts';
import { closeDatabase, databasePool } from './pools.ts';

afterAll(closeDatabase);

/** Stations in Antarctica set their clocks back by two and three hours in a night. */
test('starts a day at its first instant in every time zone', async () => {
  // Largest difference between the clocks of two days in a zone; the other days start alike.
  const { rows } = await databasePool().query<{ zone: string; day: string }>(
    `SELECT zone, day::text FROM
       (SELECT name AS zone, day::date, day AT TIME ZONE name - lag(day) OVER w AT TIME ZONE name AS length,
               lead(day) OVER w AT TIME ZONE name - day AT TIME ZONE name AS next
          FROM pg_timezone_names, generate_series(timestamp '2018-01-01', '2030-01-01', '1 day') AS day
         WHERE name !~ '^(posix|right|Antarctica)/' WINDOW w AS (PARTITION BY name ORDER BY day)) AS days
      WHERE length <> interval '1 day' OR next <> interval '1 day'`,
  );
  expect(rows.length).toBeGreaterThan(1_000);
  const { rows: wrong } = await databasePool().query(
    `SELECT zone, day::text, begin FROM
       (SELECT zone, day, ${dayBegin('day', 'zone')} AS begin FROM unnest($1::text[], $2::date[]) AS given(zone, day)) AS startedAt
      WHERE (begin AT TIME ZONE zone)::date <> day OR ((begin - interval '1 microsecond') AT TIME ZONE zone)::date >= day`,
    [rows.map(({ zone }) => zone), rows.map(({ day }) => day)],
  );
  expect(wrong).toEqual([]);
});
