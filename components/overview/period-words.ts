import type { Period } from '#lib/reports/schema-overview.ts';

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export const dayInWords = (day: string): string => short.format(Date.parse(`${day}T00:00:00Z`));

/** "22 Oct – 20 Nov". */
export const daysInWords = ({ from, to }: Period): string => `${dayInWords(from)} – ${dayInWords(to)}`;
