'use client';

import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { formatClockTime, formatMachineTime, formatMoment } from './format-time.ts';
import { useLocaleSettings, useNow } from './locale-context.ts';

/** A time of today as "14:02", of another day with its date. Hover shows the full time and zone. */
export function ClockTime({ at }: { at: UnixSeconds }) {
  const { locale, zone } = useLocaleSettings();
  return (
    <time
      dateTime={formatMachineTime(at)}
      aria-description={formatMoment(at, locale, zone)}
      className="whitespace-nowrap"
    >
      {formatClockTime(at, useNow(), locale, zone)}
    </time>
  );
}
