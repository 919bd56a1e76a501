import Link from 'next/link';
import { cx } from '#components/ui/cx.ts';
import type { ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import { tList } from '#lib/messages/list.ts';
import type { GetListHref } from '../query/use-list.ts';
import type { ListColumn } from './list-column.ts';
import type { HeaderSort, SortDirection } from './sort-link.tsx';
import { createHeaderSort } from './sort-link.tsx';

export type SortPanelProps = {
  columns: readonly Pick<ListColumn<never>, 'id' | 'head' | 'isDefaultSort' | 'sort'>[];
  spec: ListSpec;
  query: ListQuery;
  getHref: GetListHref;
  close: () => void;
};

/** Offers both directions of everything that sorts the list, its own order first. */
export function SortPanel({ columns, spec, query, getHref, close }: SortPanelProps) {
  const [own, others] = [
    columns.filter(({ isDefaultSort }) => isDefaultSort),
    columns.filter(({ isDefaultSort }) => !isDefaultSort),
  ];
  return (
    <ul className="flex w-72 flex-col">
      {[...own, ...others].map((column) => {
        const order = createHeaderSort(column, spec, query, getHref);
        const { kind } = spec.sorts?.[column.sort ?? ''] ?? { kind: spec.ownOrder ?? 'time' };
        return (
          order && <Line key={column.id} head={column.head} order={order} kind={kind} onFollow={close} />
        );
      })}
    </ul>
  );
}

const sortDirections: readonly SortDirection[] = ['descending', 'ascending'];

function Line({
  head,
  order,
  kind,
  onFollow,
}: {
  head: string;
  order: Exclude<HeaderSort, null>;
  kind: 'time' | 'amount';
  onFollow: () => void;
}) {
  if ('missing' in order)
    return (
      <li className="px-2 py-1.5 text-faint text-sm">
        {head}
        <span className="block text-xs">{order.missing}</span>
      </li>
    );
  return (
    <li className="flex min-h-11 items-center gap-1">
      <span className="min-w-0 flex-1 px-2 text-sm">
        {head}
        {order.isInEur && <span className="block text-muted text-xs">{tList('order.inEur')}</span>}
      </span>
      {sortDirections.map((way) => (
        <Link
          key={way}
          href={order.to(way)}
          prefetch={false}
          onClick={onFollow}
          aria-label={tList(`order.first.${kind}.${way}`, { column: head })}
          aria-current={order.now === way || undefined}
          className={cx(
            'flex h-9 w-18 items-center justify-center rounded-sm text-muted text-sm hover:bg-hover',
            order.now === way && 'bg-pressed font-medium text-ink',
          )}
        >
          {tList(`order.${kind}.${way}`)}
        </Link>
      ))}
    </li>
  );
}
