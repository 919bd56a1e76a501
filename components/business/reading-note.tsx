import { Banner } from '#components/ui/banner.tsx';
import { Time } from '#components/ui/time.tsx';
import type { ReadingTimes } from '#lib/businesses/schema.ts';
import { inSeconds } from '#lib/values/instant.ts';

/** How old what is shown is. */
export function ReadingAge({ times }: { times: ReadingTimes }) {
  if (times.readAt === null) return <>Never read from the service</>;
  return (
    <>
      Read <Time at={inSeconds(times.readAt)} />
      {times.unchangedSince !== null && times.unchangedSince !== times.readAt && (
        <>
          , unchanged since <Time at={inSeconds(times.unchangedSince)} />
        </>
      )}
    </>
  );
}

/** Said when the latest attempt failed: what is shown is older than it could be. */
export function ReadingFailed({ times, what }: { times: ReadingTimes; what: string }) {
  if (times.error === null) return null;
  return (
    <Banner
      tone="attention"
      title={
        times.readAt === null
          ? `${what} could not be read`
          : `${what} could not be read again: the last reading is shown`
      }
    >
      <span className="break-words">{times.error.message}</span> Tried <Time at={inSeconds(times.error.at)} />
      .
    </Banner>
  );
}
