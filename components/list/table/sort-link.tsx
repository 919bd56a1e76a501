import Link from 'next/link';
import { cx } from '#components/ui/cx.ts';
import { SpriteIcon } from '#components/ui/sprite-icon.tsx';
import { findOrderingTime } from '#lib/lists/model/order.ts';
import type { ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import { findSort } from '#lib/lists/model/query.ts';
import { tList } from '#lib/messages/list.ts';
import type { GetListHref } from '../query/use-list.ts';
import type { ListColumn } from './list-column.ts';

export type SortDirection = 'ascending' | 'descending';

/** The sort action of a column head. Null: it can't sort. `missing` is a hint at what is needed first. */
export type HeaderSort =
  | {
      readonly now: SortDirection | null;
      readonly next: SortDirection;
      readonly to: (way: SortDirection) => string;
      /** Compares EUR values, because the rows may have several currencies. */
      readonly isInEur: boolean;
    }
  | { readonly missing: string }
  | null;

/** Returns the sort action: newest or largest first, reversed by the next click. */
export function createHeaderSort(
  { isDefaultSort = false, sort }: Pick<ListColumn<never>, 'isDefaultSort' | 'sort'>,
  spec: ListSpec,
  query: ListQuery,
  getHref: GetListHref,
): HeaderSort {
  if (!isDefaultSort && sort === undefined) return null;
  const wanted = isDefaultSort ? null : (sort ?? null);
  const by = wanted === null ? null : findSort(spec, wanted, query);
  if (wanted !== null && by === null) {
    const currency = spec.sorts?.[wanted]?.currency ?? '';
    return { missing: tList('order.missing', { filter: spec.filters[currency]?.label ?? currency }) };
  }
  // An order by EUR value stays while one currency is selected.
  const inEur = wanted === null ? undefined : spec.sorts?.[wanted]?.inEur;
  const current = query.by ?? findOrderingTime(spec, query);
  const isNow = current === by || (current !== null && current === inEur);
  const isDown = query.sort === 'newest';
  return {
    now: isNow ? (isDown ? 'descending' : 'ascending') : null,
    next: isNow && isDown ? 'ascending' : 'descending',
    isInEur: inEur !== undefined && (isNow ? current : by) === inEur,
    to: (way) =>
      getHref({ ...query, after: null, before: null, by, sort: way === 'descending' ? 'newest' : 'oldest' }),
  };
}

/**
 * The head of a sortable column. In numeric columns the arrow comes first, so that the word is aligned with the
 * numbers.
 */
export function SortLink({
  head,
  order,
  numeric,
}: {
  head: string;
  order: Exclude<HeaderSort, null>;
  numeric: boolean;
}) {
  if ('missing' in order) return <span aria-description={order.missing}>{head}</span>;
  const { now, next, to, isInEur } = order;
  const arrow = now === null ? 'chevrons-up-down' : now === 'descending' ? 'arrow-down' : 'arrow-up';
  return (
    <Link
      href={to(next)}
      prefetch={false}
      aria-description={
        now === null
          ? tList(isInEur ? 'order.byEur' : 'order.by', { column: head.toLowerCase() })
          : tList('order.reverse')
      }
      className={cx('sort-link', numeric && 'flex-row-reverse')}
    >
      <span>
        {head}
        {isInEur && now !== null && (
          <span className="block font-normal text-muted text-xs">{tList('order.inEur')}</span>
        )}
      </span>
      <SpriteIcon name={arrow} className={now === null ? 'idle' : undefined} />
    </Link>
  );
}
