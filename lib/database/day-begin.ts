import 'server-only';

/**
 * Returns SQL for the start of a day in a time zone; `day` and `zone` are SQL too. Where clocks go back from one to
 * midnight, midnight occurs twice, and PostgreSQL takes the second. The day starts with the first. Clocks go back by
 * one hour everywhere except in Antarctica.
 */
export function dayStartSql(day: string, zone: string): string {
  const midnight = `((${day})::timestamp AT TIME ZONE ${zone})`;
  return `(CASE WHEN ((${midnight} - interval '1 hour') AT TIME ZONE ${zone})::date < (${day})::date
    THEN ${midnight} ELSE ${midnight} - interval '1 hour' END)`;
}
