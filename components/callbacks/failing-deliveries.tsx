import { Banner } from '#components/ui/banner.tsx';
import { Countdown } from '#components/ui/countdown.tsx';
import { DateTime, Time } from '#components/ui/time.tsx';
import type { FailingDelivery } from '#lib/callbacks/model/failing-deliveries.ts';
import { formatCallbackKind } from '#lib/callbacks/model/verdict.ts';
import { tRefusedCallbacks } from '#lib/messages/callbacks.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Shows deliveries that are still refused, each kind with the time for which the service repeats them. */
export function FailingDeliveries({ failing }: { failing: readonly FailingDelivery[] }) {
  return failing.map(({ kind, cause, count, since, lastAt, until }) => {
    const title = tRefusedCallbacks(cause === 'address' ? 'failing.addressed' : 'failing.unavailable', {
      kind,
      label: formatCallbackKind(kind),
    });
    return (
      <Banner
        key={`${cause} ${kind}`}
        tone="bad"
        title={
          until === null
            ? title
            : tRefusedCallbacks.rich('failing.withCountdown', {
                title,
                countdown: () => (
                  <Countdown until={toUnixSeconds(until)} over={tRefusedCallbacks('failing.expired')} />
                ),
              })
        }
      >
        {tRefusedCallbacks.rich('failing.count', {
          count,
          since: () => <DateTime at={toUnixSeconds(since)} precise />,
          last: () => <Time at={toUnixSeconds(lastAt)} />,
        })}{' '}
        {tRefusedCallbacks(until === null ? 'failing.mayNotRepeat' : 'failing.repeats')}
        {cause === 'address' &&
          ` ${tRefusedCallbacks('failing.compare')} ${tRefusedCallbacks('failing.anyone')}`}
      </Banner>
    );
  });
}
