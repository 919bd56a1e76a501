import Link from 'next/link';
import { cx } from '#components/ui/cx.ts';
import type { QueueCounts, QueueQuery } from '#lib/reviews/schema.ts';
import type { QueueSort, QueueView } from '#lib/reviews/schema-choices.ts';
import { queueSorts, queueViews } from '#lib/reviews/schema-choices.ts';

const viewWords: Readonly<Record<QueueView, string>> = {
  open: 'All open',
  mine: 'Mine',
  unassigned: 'Unassigned',
  overdue: 'Overdue',
  second: 'Waiting for a second person',
  snoozed: 'Put aside',
  disagrees: 'Service disagrees',
  decided: 'Decided',
};
const order: readonly QueueView[] = [
  'open',
  'mine',
  'unassigned',
  'overdue',
  'second',
  'snoozed',
  'disagrees',
  'decided',
];

const sortWords: Readonly<Record<QueueSort, string>> = {
  due: 'Due first',
  amount: 'Largest in EUR first',
  newest: 'Newest first',
};

const look = (current: boolean) =>
  cx(
    'pressable inline-flex h-control-sm items-center gap-1.5 whitespace-nowrap rounded-md border px-2 font-medium text-xs transition-colors',
    current
      ? 'border-line-strong bg-pressed text-ink'
      : 'border-line text-muted hover:bg-hover hover:text-ink',
  );

/** The views of the queue with what is in each, and its order. Links, so that each has an address. */
export function QueueViews({
  base,
  query,
  counts,
}: {
  base: string;
  query: QueueQuery;
  counts: QueueCounts;
}) {
  return (
    <>
      <nav aria-label="Views of the queue" className="flex flex-wrap gap-1.5">
        {order
          .filter((view) => queueViews.includes(view))
          .map((view) => (
            <Link
              key={view}
              href={`${base}?view=${view}&sort=${query.sort}`}
              aria-current={view === query.view ? 'page' : undefined}
              className={look(view === query.view)}
            >
              {viewWords[view]}
              <span
                className={cx(
                  'tabular-nums',
                  (view === 'overdue' || view === 'disagrees') && counts[view] > 0
                    ? 'text-bad'
                    : 'text-muted',
                )}
              >
                {counts[view]}
              </span>
            </Link>
          ))}
      </nav>
      <nav aria-label="Order of the queue" className="flex md:ml-auto flex-wrap gap-1.5">
        {queueSorts.map((sort) => (
          <Link
            key={sort}
            href={`${base}?view=${query.view}&sort=${sort}`}
            aria-current={sort === query.sort ? 'true' : undefined}
            className={look(sort === query.sort)}
          >
            {sortWords[sort]}
          </Link>
        ))}
      </nav>
    </>
  );
}
