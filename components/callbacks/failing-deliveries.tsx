import { Banner } from '#components/ui/banner.tsx';
import { Countdown } from '#components/ui/countdown.tsx';
import { DateTime, Time } from '#components/ui/time.tsx';
import type { FailingDelivery } from '#lib/callbacks/model/failing.ts';
import { kindInWords } from '#lib/callbacks/model/verdict.ts';
import { inSeconds } from '#lib/values/instant.ts';

const causes = {
  address: 'come to a wrong address',
  unavailable: 'can’t be kept and are asked to come again',
} as const;

/** Deliveries that are refused to this day, each kind with the time for which the service goes on trying. */
export function FailingDeliveries({ failing }: { failing: readonly FailingDelivery[] }) {
  return failing.map(({ kind, cause, count, since, lastAt, until }) => (
    <Banner
      key={`${cause} ${kind}`}
      tone="bad"
      title={
        <>
          {kind === 'unknown' ? 'Callbacks' : `${kindInWords(kind)} callbacks`} {causes[cause]}
          {until !== null && (
            <>
              {': '}
              <Countdown until={inSeconds(until)} over="the first are sent no more" />
            </>
          )}
        </>
      }
    >
      {count === 1 ? 'Once' : `${count} times`} since <DateTime at={inSeconds(since)} precise />, last{' '}
      <Time at={inSeconds(lastAt)} />.{' '}
      {until === null
        ? 'Nothing says that these are sent again.'
        : 'A deposit callback is sent every 2 minutes for 24 hours, then never again.'}
      {cause === 'address' &&
        ' Compare the addresses on the business’s record with ours. Anybody who knows the business’s ID can cause this.'}
    </Banner>
  ));
}
