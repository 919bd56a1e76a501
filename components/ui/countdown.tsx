'use client';

import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { useNow } from './locale-context.ts';
import { timeLeft } from './time-left.ts';

/** For how long something goes on: "23 h 5 min left", then what `over` says. Counts on while the page is open. */
export function Countdown({ until, over }: { until: UnixSeconds; over: string }) {
  const now = useNow();
  return (
    <span suppressHydrationWarning className="whitespace-nowrap">
      {until > now ? `${timeLeft(until - now)} left` : over}
    </span>
  );
}
