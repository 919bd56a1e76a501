'use client';

import { tControls } from '#lib/messages/controls.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { formatTimeLeft } from './format-time-left.ts';
import { useNow } from './locale-context.ts';

/** Shows the remaining time, "23 h 5 min left", and `over` afterwards. Updates while the page is open. */
export function Countdown({ until, over }: { until: UnixSeconds; over: string }) {
  const now = useNow();
  return (
    <span suppressHydrationWarning className="whitespace-nowrap">
      {until > now ? tControls('timeLeft.remaining', { duration: formatTimeLeft(until - now) }) : over}
    </span>
  );
}
