'use client';

import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { absoluteTime, machineTime, momentInZone, relativeTime, shortTime, wholeDay } from './format-time.ts';
import { useLocaleSettings, useNow } from './locale-context.ts';

/** How long ago, or how soon; the moment itself with its zone on hover. Counts on while the page is open. */
export function Time({ at }: { at: UnixSeconds }) {
  const { locale, zone } = useLocaleSettings();
  const now = useNow();
  return (
    <time
      dateTime={machineTime(at)}
      title={momentInZone(at, locale, zone)}
      suppressHydrationWarning
      className="whitespace-nowrap"
    >
      {relativeTime(at, now, locale, zone)}
    </time>
  );
}

/** The moment itself in the person's zone; `precise` adds seconds and zone, which else stand on hover. */
export function DateTime({ at, precise = false }: { at: UnixSeconds; precise?: boolean }) {
  const { locale, zone } = useLocaleSettings();
  return (
    <time
      dateTime={machineTime(at)}
      title={momentInZone(at, locale, zone)}
      suppressHydrationWarning
      className="whitespace-nowrap"
    >
      {precise ? absoluteTime(at, locale, zone) : shortTime(at, locale, zone)}
    </time>
  );
}

/** A whole day, `2026-11-20`, which is of no zone any more. */
export function Day({ day }: { day: string }) {
  const { locale } = useLocaleSettings();
  return (
    <time dateTime={day} suppressHydrationWarning className="whitespace-nowrap">
      {wholeDay(day, locale)}
    </time>
  );
}

/** Names the zone of the page's times, once: "Times in Europe/Berlin". */
export function ZoneNote() {
  const { zone } = useLocaleSettings();
  return <span suppressHydrationWarning>Times in {zone}</span>;
}
