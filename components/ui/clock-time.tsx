'use client';

import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { clockTime, machineTime, momentInZone } from './format-time.ts';
import { useLocaleSettings, useNow } from './locale-context.ts';

/** A moment by the clock alone while that is today: "14:02". The moment with its zone stands on hover. */
export function ClockTime({ at }: { at: UnixSeconds }) {
  const { locale, zone } = useLocaleSettings();
  return (
    <time dateTime={machineTime(at)} title={momentInZone(at, locale, zone)} className="whitespace-nowrap">
      {clockTime(at, useNow(), locale, zone)}
    </time>
  );
}
