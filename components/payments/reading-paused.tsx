'use client';

import { Banner } from '#components/ui/banner.tsx';
import { DateTime, Time } from '#components/ui/time.tsx';
import type { ReadingPause } from '#lib/payments/sync/model.ts';
import { inSeconds } from '#lib/values/instant.ts';

/** That no payment is read for now, since when, and when it is tried again. */
export function ReadingPaused({ pause: { since, until, failures, reason } }: { pause: ReadingPause }) {
  return (
    <Banner
      tone="attention"
      title={
        <>
          Reading of payments is paused since <DateTime at={inSeconds(since)} />
        </>
      }
    >
      {reason} {failures > 1 && `It failed ${failures} times in a row. `}One payment is tried again{' '}
      <Time at={inSeconds(until)} />; once that works, the others are read. Until then statuses are as last
      read.
    </Banner>
  );
}
