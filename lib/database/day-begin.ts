import 'server-only';

/**
 * When a day begins in a time zone, in SQL; `day` and `zone` are SQL too. Where clocks are put back from one to midnight,
 * midnight comes twice and the database means the second: such a day begins with the first, for what comes in between
 * is of that day as well. Clocks are put back by an hour everywhere but in Antarctica.
 */
export function dayBegin(day: string, zone: string): string {
  const midnight = `((${day})::timestamp AT TIME ZONE ${zone})`;
  return `(CASE WHEN ((${midnight} - interval '1 hour') AT TIME ZONE ${zone})::date < (${day})::date
    THEN ${midnight} ELSE ${midnight} - interval '1 hour' END)`;
}
