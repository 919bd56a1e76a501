import { Banner } from '#components/ui/banner.tsx';
import { DateTime, Time } from '#components/ui/time.tsx';
import { tPayment } from '#lib/messages/payments.ts';
import type { ReadingPause } from '#lib/payments/sync/model.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Warns that payment reads are paused, since when, and when the next attempt is. */
export function ReadingPaused({ pause: { since, until, failures, reason } }: { pause: ReadingPause }) {
  return (
    <Banner
      tone="attention"
      title={tPayment.rich('pause.title', { time: () => <DateTime at={toUnixSeconds(since)} /> })}
    >
      {reason} {failures > 1 && tPayment('pause.failures', { count: failures })}{' '}
      {tPayment.rich('pause.retry', { time: () => <Time at={toUnixSeconds(until)} /> })}
    </Banner>
  );
}
