import type { Period } from '#lib/reports/schema/overview.ts';

const wordsFor = (locale: string) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const start = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** "22 Oct" of "2026-10-22", as the person reads it. */
export const dayInWords = (day: string, locale: string): string => wordsFor(locale).format(start(day));

/** "22 Oct – 20 Nov". */
export const daysInWords = ({ from, to }: Period, locale: string): string =>
  `${dayInWords(from, locale)} – ${dayInWords(to, locale)}`;
