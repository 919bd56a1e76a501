import { isDay } from '#lib/statements/model/period.ts';
import { cryptoCurrencies } from '#lib/values/currencies.ts';

const currencies: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), ...cryptoCurrencies]);

/** Returns true for a currency of ISO 4217 or a coin that the service names. */
export const isCurrency = (code: string): boolean => currencies.has(code);

/** The order of day, month and year in a date. */
export const dayOrders = ['ymd', 'dmy', 'mdy'] as const;
export type DayOrder = (typeof dayOrders)[number];

const pad = (digits: string) => digits.padStart(2, '0');

/** Returns the numbers of a date in their order, and what follows it. */
function splitDate(
  text: string,
): { readonly parts: readonly [string, string, string]; readonly rest: string } | null {
  const compact = /^(2\d{3})(\d{2})(\d{2})(?!\d)(.*)$/s.exec(text);
  const match = compact ?? /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?!\d)(.*)$/s.exec(text);
  if (match === null) return null;
  const [, first = '', second = '', third = '', rest = ''] = match;
  return { parts: [first, second, third], rest };
}

/** Returns the orders in which a text is a date. */
export function findDayOrders(text: string): readonly DayOrder[] {
  const split = splitDate(text.trim());
  if (split === null) return [];
  const [first, second, third] = split.parts;
  if (first.length === 4) return ['ymd'];
  if (text.includes('.')) return ['dmy'];
  const orders: DayOrder[] = [];
  if (third.length === 4 || third.length === 2) {
    if (Number(second) <= 12) orders.push('dmy');
    if (Number(first) <= 12) orders.push('mdy');
  }
  return orders;
}

const zones = new Map<string, Intl.DateTimeFormat>();

/** Returns the day of an instant in a time zone. */
function findZonedDay(at: number, timeZone: string): string {
  const format =
    zones.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  zones.set(timeZone, format);
  return format.format(at);
}

/**
 * Reads the day of a date. A time with an offset from UTC gives the day of the business. Returns null for anything else.
 */
export function readDay(text: string, order: DayOrder, timeZone: string): string | null {
  const split = splitDate(text.trim());
  if (split === null) return null;
  const [first, second, third] = split.parts;
  const [year, month, date] =
    first.length === 4
      ? [first, second, third]
      : order === 'mdy'
        ? [third, first, second]
        : [third, second, first];
  if (first.length !== 4 && order === 'ymd') return null;
  const day = `${year.length === 2 ? `20${year}` : year}-${pad(month)}-${pad(date)}`;
  if (!isDay(day)) return null;
  const time = /^[T ]\s*(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|UTC|[+-]\d{2}:?\d{2})$/i.exec(split.rest);
  if (time === null) return /^(?:[T ,].*)?$/s.test(split.rest) ? day : null;
  const [, clock = '', zone = ''] = time;
  const offset = /^(z|utc)$/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const at = Date.parse(`${day}T${clock.padStart(5, '0')}${offset}`);
  return Number.isNaN(at) ? null : findZonedDay(at, timeZone);
}
