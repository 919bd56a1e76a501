import { Banner } from '#components/ui/banner.tsx';
import { Countdown } from '#components/ui/countdown.tsx';
import { Time } from '#components/ui/time.tsx';
import type { SilenceView } from '#lib/connection/schema.ts';
import { tConnection } from '#lib/messages/connection.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Warns that payments are waiting and no deposit callback arrives. */
export function CallbackSilenceNotice({
  silence: { waiting, lastAt, until, afterHours },
}: {
  silence: SilenceView;
}) {
  const title =
    lastAt === null
      ? tConnection('silence.never', { waiting })
      : tConnection.rich('silence.since', {
          waiting,
          time: () => <Time at={toUnixSeconds(lastAt)} />,
        });
  return (
    <Banner tone="attention" title={title}>
      {until !== null && (
        <>
          {tConnection.rich('silence.until', {
            countdown: () => <Countdown until={toUnixSeconds(until)} over={tConnection('silence.ended')} />,
          })}{' '}
        </>
      )}
      {tConnection('silence.help', { hours: String(afterHours) })}
    </Banner>
  );
}
