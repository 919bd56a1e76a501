import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { DateTime } from '#components/ui/time.tsx';
import type { ListQuery, SearchedTo } from '#lib/lists/model/query.ts';
import { unixSeconds } from '#lib/values/unix-seconds.ts';

/** How far a search has come that looks for something rare, and how to stop it or go on. */
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
  searched: SearchedTo;
  sort: ListQuery['sort'];
  found: number;
  /** It goes from the end of the list to its beginning. */
  isBack: boolean;
  goesOn: boolean;
  isFailed: boolean;
  stop: () => void;
  goOn: () => void;
}) {
  return (
    <Banner
      tone={goesOn ? 'waiting' : isFailed ? 'attention' : 'neutral'}
      title={goesOn ? 'Still searching' : isFailed ? 'The search was interrupted' : 'Not searched to the end'}
      action={
        <Button size="sm" onPress={goesOn ? stop : goOn}>
          {goesOn ? 'Stop' : isFailed ? 'Try again' : 'Go on'}
        </Button>
      }
    >
      {/* It changes many times a second: that it goes on, and that it has ended, is read out. */}
      <span aria-live="off">
        <Reached searched={searched} toPast={(sort === 'newest') !== isBack} />
        {found === 0 ? ', nothing found so far.' : `, ${found} found so far.`}
      </span>
    </Banner>
  );
}

const microsecondsPerSecond = 1_000_000;

function Reached({ searched: { kind, key }, toPast }: { searched: SearchedTo; toPast: boolean }) {
  if (key === null) return 'Those without a value are looked at';
  if (kind === 'amount') return `Looked as far as ${key}`;
  return (
    <>
      {toPast ? 'Looked back to ' : 'Looked as far as '}
      <DateTime at={unixSeconds(Math.floor(Number(key) / microsecondsPerSecond))} />
    </>
  );
}
