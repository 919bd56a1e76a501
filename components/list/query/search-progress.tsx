import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { ListQuery, ScanPosition } from '#lib/lists/model/query.ts';
import { tList } from '#lib/messages/list.ts';
import { unixSeconds } from '#lib/values/unix-seconds.ts';

/** Shows the progress of a search for rare rows, and stops or resumes it. */
export function SearchProgress({
  searched,
  sort,
  found,
  isBack,
  goesOn,
  isFailed,
  stop,
  goOn,
}: {
  searched: ScanPosition;
  sort: ListQuery['sort'];
  found: number;
  /** The search runs from the end of the list to its beginning. */
  isBack: boolean;
  goesOn: boolean;
  isFailed: boolean;
  stop: () => void;
  goOn: () => void;
}) {
  return (
    <Banner
      tone={goesOn ? 'waiting' : isFailed ? 'attention' : 'neutral'}
      title={tList(goesOn ? 'progress.running' : isFailed ? 'progress.failed' : 'progress.stopped')}
      action={
        <Button size="sm" onPress={goesOn ? stop : goOn}>
          {tList(goesOn ? 'progress.stop' : isFailed ? 'tryAgain' : 'progress.resume')}
        </Button>
      }
    >
      {/* It changes many times a second, so only the start and the end are announced. */}
      <span aria-live="off">
        <Reached searched={searched} toPast={(sort === 'newest') !== isBack} />{' '}
        {tList('progress.found', { count: found })}
      </span>
    </Banner>
  );
}

const microsecondsPerSecond = 1_000_000;

function Reached({ searched: { kind, key }, toPast }: { searched: ScanPosition; toPast: boolean }) {
  if (key === null) return tList('progress.withoutValue');
  if (kind === 'amount') return tList('progress.reached', { amount: key });
  return tList.rich(toPast ? 'progress.back' : 'progress.forward', {
    time: () => <DateTime at={unixSeconds(Math.floor(Number(key) / microsecondsPerSecond))} />,
  });
}
