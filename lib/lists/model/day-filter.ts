/** Whole days in a URL, in the business's time zone. */

export type DayRange = { readonly from: string | null; readonly to: string | null };

/** Days relative to today. The URL keeps the name, and each read resolves it again. */
const relativeDays = [
  'today',
  'yesterday',
  'tomorrow',
  'next-7-days',
  'next-30-days',
  'last-7-days',
  'last-30-days',
  'last-90-days',
  'this-month',
  'last-month',
  'this-year',
] as const;
export type RelativeDays = (typeof relativeDays)[number];

/** A fixed or a relative range of days. */
export type DaySpan = DayRange | RelativeDays;

const range = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/;

/** Returns whether the text is a calendar day. `2026-02-30` is not. */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Parses `last-7-days`, `a..b`, `a..`, `..b` or a single day. Returns null for anything else. */
export function readDays(text: string): DaySpan | null {
  const relative = relativeDays.find((name) => name === text);
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
