import { tControls } from '#lib/messages/controls.ts';

/** Formats a number of seconds for a countdown: `23 h 5 min`, `12 min`. */
export function formatTimeLeft(seconds: number): string {
  const total = Math.max(1, Math.floor(seconds / 60));
  const hours = String(Math.floor(total / 60));
  const minutes = String(total % 60);
  if (hours === '0') return tControls('timeLeft.minutes', { minutes });
  return minutes === '0'
    ? tControls('timeLeft.hours', { hours })
    : tControls('timeLeft.hoursAndMinutes', { hours, minutes });
}
