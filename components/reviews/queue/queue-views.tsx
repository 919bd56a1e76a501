import Link from 'next/link';
import type { GetListHref } from '#components/list/query/use-list.ts';
import { cx } from '#components/ui/cx.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import type { ListCount, ListQuery } from '#lib/lists/model/query.ts';
import { tReviewQueue } from '#lib/messages/review-queue.ts';
import type { Desk } from '#lib/reviews/queue/schema.ts';
import type { QueueView } from '#lib/reviews/queue/schema-queue-views.ts';
import { queueViewLabels, queueViews } from '#lib/reviews/queue/schema-queue-views.ts';

/** The views whose count is highlighted when it is not zero. */
const urgentViews: readonly QueueView[] = ['overdue', 'disagrees'];

/** Returns the view that is shown; null when several are shown, or when a search covers all views. */
function findShownView({ choices, q }: ListQuery): QueueView | null {
  const selected = choices['queue'];
  if (selected === undefined) return q === null ? 'open' : null;
  return selected.length === 1 ? (queueViews.find((view) => view === selected[0]) ?? null) : null;
}

/** Returns the view that is shown without a search or filter, so that the desk's count is that of the list. */
export function findUnfilteredView(query: ListQuery): QueueView | null {
  const { q, choices, days, amounts, only, except } = query;
  const isUnfiltered =
    q === null &&
    only.length + except.length === 0 &&
    [choices, days, amounts].flatMap((filters) => Object.keys(filters)).every((name) => name === 'queue');
  return isUnfiltered ? findShownView(query) : null;
}

/** Returns the number of cases in a view, up to the desk's bound. */
export const countCases = (
  { counts, bound }: Pick<Desk, 'counts' | 'bound'>,
  view: QueueView,
): ListCount => ({
  count: Math.min(counts[view], bound),
  more: counts[view] > bound,
});

/** Links to the views of the queue with their counts. Each link keeps the order and the other filters. */
export function QueueViews({ query, getHref, desk }: { query: ListQuery; getHref: GetListHref; desk: Desk }) {
  const { locale } = useLocaleSettings();
  const shown = findShownView(query);
  const numberFormat = new Intl.NumberFormat(locale);
  const toQuery = (view: QueueView): ListQuery => {
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
    <nav aria-label={tReviewQueue('views.label')} className="flex w-full flex-wrap gap-1.5">
      {queueViews.map((view) => {
        const { count, more } = countCases(desk, view);
        const isShown = view === shown;
        return (
          <Link
            key={view}
            href={getHref(toQuery(view))}
            prefetch={false}
            aria-current={isShown ? 'page' : undefined}
            className={cx(
              'pressable inline-flex h-control-sm shrink-0 items-center gap-1.5 whitespace-nowrap rounded-md border px-2 font-medium text-xs transition-colors',
              isShown
                ? 'border-line-strong bg-pressed text-ink'
                : 'border-line text-muted hover:bg-hover hover:text-ink',
            )}
          >
            {queueViewLabels[view]}
            <span
              className={cx(
                'tabular-nums',
                urgentViews.includes(view) && count > 0 ? 'text-bad' : 'text-muted',
              )}
            >
              {more
                ? tReviewQueue('views.boundedCount', { count: numberFormat.format(count) })
                : numberFormat.format(count)}
            </span>
          </Link>
        );
      })}
    </nav>
  );
}
