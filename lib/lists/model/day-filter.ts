/** Whole days as an address says them, counted in the business's time zone. */

export type DayRange = { readonly from: string | null; readonly to: string | null };

/** Days that move with the calendar. They stay in the address as they are and are cut anew each time. */
const relativeDays = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'last-90-days',
  'this-month',
  'last-month',
  'this-year',
] as const;
export type RelativeDays = (typeof relativeDays)[number];

/** A fixed range, or one that moves with the calendar. */
export type DaySpan = DayRange | RelativeDays;

const range = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/;

/** Whether it is a day of the calendar: `2026-02-30` is none. */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** `last-7-days`, `a..b`, `a..`, `..b`, or one day alone. Null where it is none of these. */
export function readDays(text: string): DaySpan | null {
  const relative = relativeDays.find((known) => known === text);
  if (relative) return relative;
  if (isDay(text)) return { from: text, to: text };
  const match = range.exec(text);
  const from = match?.[1] ?? null;
  const to = match?.[2] ?? null;
  if (!match || (from === null && to === null)) return null;
  if ((from !== null && !isDay(from)) || (to !== null && !isDay(to))) return null;
  return from !== null && to !== null && from > to ? { from: to, to: from } : { from, to };
}

export function writeDays(span: DaySpan): string {
  if (typeof span === 'string') return span;
  const { from, to } = span;
  return from === to && from !== null ? from : `${from ?? ''}..${to ?? ''}`;
}
