import { tOverviewFigures } from '#lib/messages/overview.ts';
import type { Period } from '#lib/reports/schema/overview.ts';

const dayFormat = (locale: string) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const start = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Formats the day "2026-10-22" as "22 Oct". */
export const formatDay = (day: string, locale: string): string => dayFormat(locale).format(start(day));

/** Formats a period as "22 Oct – 20 Nov". */
export const formatDays = ({ from, to }: Period, locale: string): string =>
  tOverviewFigures('dayRange', { from: formatDay(from, locale), to: formatDay(to, locale) });
