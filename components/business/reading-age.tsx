import { Banner } from '#components/ui/banner.tsx';
import { Time } from '#components/ui/time.tsx';
import type { ReadingTimes } from '#lib/businesses/schema.ts';
import { tBusiness } from '#lib/messages/business.ts';
import { inSeconds } from '#lib/values/instant.ts';

/** Shows the age of a reading. */
export function ReadingAge({ times }: { times: ReadingTimes }) {
  if (times.readAt === null) return <>{tBusiness('reading.never')}</>;
  const { readAt, unchangedSince } = times;
  const time = () => <Time at={inSeconds(readAt)} />;
  if (unchangedSince === null || unchangedSince === readAt)
    return <>{tBusiness.rich('reading.age', { time })}</>;
  const since = () => <Time at={inSeconds(unchangedSince)} />;
  return <>{tBusiness.rich('reading.ageUnchanged', { time, since })}</>;
}

/** Reports that the latest attempt failed, so the shown data may be outdated. */
export function ReadingFailed({ times, subject }: { times: ReadingTimes; subject: string }) {
  const { error } = times;
  if (error === null) return null;
  return (
    <Banner
      tone="attention"
      title={
        times.readAt === null
          ? tBusiness('reading.failed', { subject })
          : tBusiness('reading.failedAgain', { subject })
      }
    >
      <span className="break-words">{error.message}</span>{' '}
      {tBusiness.rich('reading.tried', { time: () => <Time at={inSeconds(error.at)} /> })}
    </Banner>
  );
}
