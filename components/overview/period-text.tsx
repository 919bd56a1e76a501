'use client';

import { useLocaleSettings } from '#components/ui/locale-context.ts';
import type { Period } from '#lib/reports/schema/overview.ts';
import { formatDay, formatDays } from './format-period.ts';

/** A day without its year, in the person's locale. */
export function DayText({ day }: { day: string }) {
  const { locale } = useLocaleSettings();
  return <span suppressHydrationWarning>{formatDay(day, locale)}</span>;
}

/** A period by its first and last day, in the person's locale. */
export function PeriodText({ period }: { period: Period }) {
  const { locale } = useLocaleSettings();
  return <span suppressHydrationWarning>{formatDays(period, locale)}</span>;
}
