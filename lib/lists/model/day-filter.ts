/** Whole days in a URL, in the business's time zone, or the time since a moment. */

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

/** The time from a moment on, as ISO 8601 in UTC. Links use it, for example to what is new since a visit. */
type SinceMoment = { readonly since: string };

/** A fixed or a relative range of days, or the time since a moment. */
export type DaySpan = DayRange | RelativeDays | SinceMoment;

const range = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/;

/** Returns whether the text is a calendar day. `2026-02-30` is not. */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const sincePrefix = 'since-';

function readMoment(text: string): SinceMoment | null {
  const moment = text.startsWith(sincePrefix) ? text.slice(sincePrefix.length) : '';
  if (!isDay(moment.slice(0, 10))) return null;
  const date = new Date(moment);
  return !Number.isNaN(date.getTime()) && date.toISOString() === moment ? { since: moment } : null;
}

/**
 * Parses `last-7-days`, `a..b`, `a..`, `..b`, a single day or `since-2026-11-20T18:02:11.000Z`. Returns null for anything
 * else.
 */
export function parseDaySpan(text: string): DaySpan | null {
  const moment = readMoment(text);
  if (moment) return moment;
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

export function formatDaySpan(span: DaySpan): string {
  if (typeof span === 'string') return span;
  if ('since' in span) return `${sincePrefix}${span.since}`;
  const { from, to } = span;
  return from === to && from !== null ? from : `${from ?? ''}..${to ?? ''}`;
}
