'use client';

import { tControls } from '#lib/messages/controls.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import {
  formatAbsoluteTime,
  formatDay,
  formatMachineTime,
  formatMoment,
  formatRelativeTime,
  formatShortTime,
} from './format-time.ts';
import { useLocaleSettings, useNow, useZoneChoice } from './locale-context.ts';

/** A relative time, updated while the page is open. Hover shows the full time and zone. */
export function Time({ at }: { at: UnixSeconds }) {
  const { locale, zone } = useLocaleSettings();
  const now = useNow();
  return (
    <time
      dateTime={formatMachineTime(at)}
      aria-description={formatMoment(at, locale, zone)}
      suppressHydrationWarning
    >
      {formatRelativeTime(at, now, locale, zone)}
    </time>
  );
}

/** An absolute time in the person's zone. `precise` adds seconds and zone, otherwise shown on hover. */
export function DateTime({ at, precise = false }: { at: UnixSeconds; precise?: boolean }) {
  const { locale, zone } = useLocaleSettings();
  return (
    <time
      dateTime={formatMachineTime(at)}
      aria-description={formatMoment(at, locale, zone)}
      suppressHydrationWarning
    >
      {precise ? formatAbsoluteTime(at, locale, zone) : formatShortTime(at, locale, zone)}
    </time>
  );
}

/** A calendar day such as `2026-11-20`, without a zone. */
export function Day({ day }: { day: string }) {
  const { locale } = useLocaleSettings();
  return (
    <time dateTime={day} suppressHydrationWarning>
      {formatDay(day, locale)}
    </time>
  );
}

/** Names the time zone of the page: "Times in Europe/Berlin". Switches to the person's own zone, if that differs. */
export function ZoneNote() {
  const { zone } = useLocaleSettings();
  const choice = useZoneChoice();
  const canSwitch = choice !== null && choice.ownZone !== choice.businessZone;
  return (
    <span suppressHydrationWarning>
      {tControls('timesInZone', { zone })}
      {canSwitch && (
        <>
          {' '}
          <button
            type="button"
            className="underline decoration-line-strong underline-offset-2 hover:text-ink print:hidden"
            onClick={() => choice.choose(!choice.isOwn)}
          >
            {tControls(choice.isOwn ? 'useBusinessZone' : 'useOwnZone')}
          </button>
        </>
      )}
    </span>
  );
}
