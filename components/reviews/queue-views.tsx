import Link from 'next/link';
import type { HrefOf } from '#components/list/query/use-list.ts';
import { cx } from '#components/ui/cx.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import type { ListCount, ListQuery } from '#lib/lists/model/query.ts';
import type { Desk } from '#lib/reviews/queue/schema.ts';
import type { QueueView } from '#lib/reviews/schema/choices.ts';
import { queueViews, queueWords } from '#lib/reviews/schema/choices.ts';

/** Those that call for somebody, where there is something in them. */
const urgent: readonly QueueView[] = ['overdue', 'disagrees'];

/** The part of the queue that is shown; null where it is several, or a search through all of them. */
function partShown({ choices, q }: ListQuery): QueueView | null {
  const chosen = choices['queue'];
  if (chosen === undefined) return q === null ? 'open' : null;
  return chosen.length === 1 ? (queueViews.find((view) => view === chosen[0]) ?? null) : null;
}

/** The same where nothing else is asked for: then what the desk tells of the part is said of the list. */
export function partAlone(query: ListQuery): QueueView | null {
  const { q, choices, days, amounts, only, except } = query;
  const isAlone =
    q === null &&
    only.length + except.length === 0 &&
    [choices, days, amounts].flatMap((of) => Object.keys(of)).every((name) => name === 'queue');
  return isAlone ? partShown(query) : null;
}

/** How many cases are in a part, as far as anybody counts. */
export const countOfPart = (
  { counts, bound }: Pick<Desk, 'counts' | 'bound'>,
  part: QueueView,
): ListCount => ({
  count: Math.min(counts[part], bound),
  more: counts[part] > bound,
});

/** The parts of the queue with what is in each. Links, so that each has an address; the order and the rest stay. */
export function QueueViews({ query, hrefOf, desk }: { query: ListQuery; hrefOf: HrefOf; desk: Desk }) {
  const { locale } = useLocaleSettings();
  const shown = partShown(query);
  const figures = new Intl.NumberFormat(locale);
  const queryOf = (view: QueueView): ListQuery => {
    const { queue: _queue, ...choices } = query.choices;
    return {
      ...query,
      after: null,
      before: null,
      q: null,
      only: [],
      except: [],
      choices: view === 'open' ? choices : { ...choices, queue: [view] },
    };
  };
  return (
    // On a phone in one line that is pushed sideways.
    <nav
      aria-label="Parts of the queue"
      className="flex w-full gap-1.5 max-md:-mx-4 max-md:w-[calc(100%+2rem)] max-md:fades max-md:overflow-x-auto max-md:px-4 max-md:py-0.5 md:flex-wrap"
    >
      {queueViews.map((view) => {
        const { count, more } = countOfPart(desk, view);
        const isShown = view === shown;
        return (
          <Link
            key={view}
            href={hrefOf(queryOf(view))}
            prefetch={false}
            aria-current={isShown ? 'page' : undefined}
            className={cx(
              'pressable inline-flex h-control-sm shrink-0 items-center gap-1.5 whitespace-nowrap rounded-md border px-2 font-medium text-xs transition-colors',
              isShown
                ? 'border-line-strong bg-pressed text-ink'
                : 'border-line text-muted hover:bg-hover hover:text-ink',
            )}
          >
            {queueWords[view]}
            <span
              className={cx('tabular-nums', urgent.includes(view) && count > 0 ? 'text-bad' : 'text-muted')}
            >
              {figures.format(count)}
              {more && '+'}
            </span>
          </Link>
        );
      })}
    </nav>
  );
}
