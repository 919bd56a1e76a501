import { Banner } from '#components/ui/banner.tsx';
import { Countdown } from '#components/ui/countdown.tsx';
import { Time } from '#components/ui/time.tsx';
import type { SilenceView } from '#lib/connection/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';

/** No deposit callback comes though payments wait. */
export function Silence({ silence: { waiting, lastAt, until, afterHours } }: { silence: SilenceView }) {
  return (
    <Banner
      tone="attention"
      title={
        <>
          {waiting === 1 ? 'A payment waits' : `${waiting} payments wait`}, and{' '}
          {lastAt === null ? (
            'no deposit callback ever came'
          ) : (
            <>
              the last deposit callback came <Time at={inSeconds(lastAt)} />
            </>
          )}
        </>
      }
    >
      {until !== null && (
        <>
          <Countdown until={inSeconds(until)} over="The first may be sent no more" />, inferred: a callback is
          sent for 24 hours, and the first that may have failed is counted from.{' '}
        </>
      )}
      It may be that nobody paid. This is told after {afterHours} hours (CALLBACK_SILENCE_HOURS). Withdrawal
      callbacks say nothing of it, and no withdrawal is known before its callback.
    </Banner>
  );
}
