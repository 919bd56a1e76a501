'use client';

import { tControls } from '#lib/messages/controls.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { cx } from './cx.ts';
import { useNow } from './locale-context.ts';

/** Hours up to which an age is shown in hours. */
const maximumHours = 48;

function formatAge(seconds: number, showHours: boolean): string {
  const hours = Math.floor(seconds / 3_600);
  if (showHours && hours < maximumHours)
    return hours === 0 ? tControls('age.underHour') : tControls('age.hours', { hours: String(hours) });
  const days = Math.floor(hours / 24);
  return days === 0 ? tControls('age.underDay') : tControls('age.days', { days });
}

/** Shows how long ago something began, in full days, and emphasizes it after `oldAfterDays`. */
export function Age({
  since,
  oldAfterDays = Number.POSITIVE_INFINITY,
  showHours = false,
}: {
  since: UnixSeconds;
  oldAfterDays?: number;
  /** Shows the first two days in hours. */
  showHours?: boolean;
}) {
  const seconds = Math.max(0, useNow() - since);
  return (
    <span
      suppressHydrationWarning
      className={cx('whitespace-nowrap', Math.floor(seconds / 86_400) > oldAfterDays && 'text-attention')}
    >
      {formatAge(seconds, showHours)}
    </span>
  );
}
