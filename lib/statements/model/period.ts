/** The days of a statement, both included, as `2026-11-20`. They begin in the time zone of the business. */
export type Days = { readonly from: string; readonly to: string };

/** A period by the text of its address: a month `2026-11`, a quarter `2026-Q4`, or days `2026-11-05..2026-11-20`. */
export type Period = Days & { readonly text: string; readonly kind: 'month' | 'quarter' | 'days' };

const dayLength = 86_400_000;

const toTime = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const addDays = (day: string, count: number): string => toDay(toTime(day) + count * dayLength);

/** Returns true for a day of the calendar between 2000 and 2999. */
export const isDay = (text: string): boolean => {
  if (!/^2\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const time = toTime(text);
  return !Number.isNaN(time) && toDay(time) === text;
};

/** Returns the period of whole months that begins with a month, counted from 0. */
function createMonths(kind: 'month' | 'quarter', year: number, month: number): Period {
  const from = toDay(Date.UTC(year, month, 1));
  const to = toDay(Date.UTC(year, month + (kind === 'month' ? 1 : 3), 1) - dayLength);
  const quarter = Math.floor((Number(from.slice(5, 7)) - 1) / 3) + 1;
  return { kind, from, to, text: kind === 'month' ? from.slice(0, 7) : `${from.slice(0, 4)}-Q${quarter}` };
}

export const createDays = ({ from, to }: Days): Period => ({
  kind: 'days',
  from,
  to,
  text: `${from}..${to}`,
});

/** Returns the days that two spans share. They share at least one. */
export function findOverlap(one: Days, other: Days): Days {
  const [, from = one.from] = [one.from, other.from].toSorted();
  const [to = one.to] = [one.to, other.to].toSorted();
  return { from, to };
}

/** Longest period of free days. */
const maximumDays = 731;

/** Parses the text of a period. Returns null for anything else. */
export function parsePeriod(text: string): Period | null {
  const month = /^(2\d{3})-(0[1-9]|1[0-2])$/.exec(text);
  if (month) return createMonths('month', Number(month[1]), Number(month[2]) - 1);
  const quarter = /^(2\d{3})-Q([1-4])$/.exec(text);
  if (quarter) return createMonths('quarter', Number(quarter[1]), (Number(quarter[2]) - 1) * 3);
  const [from = '', to = '', rest] = text.split('..');
  if (rest !== undefined || !isDay(from) || !isDay(to) || from > to) return null;
  if (addDays(from, maximumDays) < to) return null;
  return createDays({ from, to });
}

const shiftMonths = (period: Period, months: number): Period =>
  createMonths(
    period.kind === 'quarter' ? 'quarter' : 'month',
    Number(period.from.slice(0, 4)),
    Number(period.from.slice(5, 7)) - 1 + months,
  );

/** Returns the period of the same length before this one. */
export function findPeriodBefore(period: Period): Period {
  if (period.kind === 'month') return shiftMonths(period, -1);
  if (period.kind === 'quarter') return shiftMonths(period, -3);
  const length = (toTime(period.to) - toTime(period.from)) / dayLength + 1;
  return createDays({ from: addDays(period.from, -length), to: addDays(period.to, -length) });
}

/** Returns the period after a month or a quarter, and the same number of days after other periods. */
export function findPeriodAfter(period: Period): Period {
  if (period.kind === 'month') return shiftMonths(period, 1);
  if (period.kind === 'quarter') return shiftMonths(period, 3);
  const length = (toTime(period.to) - toTime(period.from)) / dayLength + 1;
  return createDays({ from: addDays(period.from, length), to: addDays(period.to, length) });
}

const shiftYear = (day: string): string => {
  const shifted = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return isDay(shifted) ? shifted : `${shifted.slice(0, 8)}28`;
};

/** Returns the same period one year earlier. 29 February becomes 28 February. */
export function findYearBefore(period: Period): Period {
  if (period.kind !== 'days') return shiftMonths(period, -12);
  return createDays({ from: shiftYear(period.from), to: shiftYear(period.to) });
}

/** Returns the last month that is over on a day. */
export const findLastMonth = (today: string): Period =>
  createMonths('month', Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 2);
