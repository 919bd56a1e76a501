import { Banner } from '#components/ui/banner.tsx';
import { Time } from '#components/ui/time.tsx';
import type { ReadingTimes } from '#lib/businesses/schema.ts';
import { tReadings } from '#lib/messages/business.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';

/** Shows the age of a reading. */
export function ReadingAge({ times }: { times: ReadingTimes }) {
  if (times.readAt === null) return <>{tReadings('never')}</>;
  const { readAt, unchangedSince } = times;
  const time = () => <Time at={toUnixSeconds(readAt)} />;
  if (unchangedSince === null || unchangedSince === readAt) return <>{tReadings.rich('age', { time })}</>;
  const since = () => <Time at={toUnixSeconds(unchangedSince)} />;
  return <>{tReadings.rich('ageUnchanged', { time, since })}</>;
}

/** Reports that the latest attempt failed, so the shown data may be outdated. */
export function ReadingFailed({ times, subject }: { times: ReadingTimes; subject: string }) {
  const { error } = times;
  if (error === null) return null;
  return (
    <Banner
      tone="attention"
      title={times.readAt === null ? tReadings('failed', { subject }) : tReadings('failedAgain', { subject })}
    >
      <span className="break-words">{error.message}</span>{' '}
      {tReadings.rich('tried', { time: () => <Time at={toUnixSeconds(error.at)} /> })}
    </Banner>
  );
}
