'use client';

import type { ReactNode } from 'react';
import { cx } from '#components/ui/cx.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { PaginationBar } from '#components/ui/pagination-bar.tsx';
import { PendingContent } from '#components/ui/pending-content.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import { pageSize } from '#lib/lists/model/page.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/lists/model/query.ts';
import { tList } from '#lib/messages/list.ts';
import { useListNoun } from '../list-noun.ts';
import { findNeighbourRows, withFirstRow } from '../query/first-row.ts';
import type { GetListHref, PageCursors } from '../query/use-list.ts';
import type { RowInteraction } from './use-row-interaction.ts';

/** A count. `isOutdated` is true while it belongs to earlier filters and only reserves its space. */
export type ShownCount = { readonly count: ListCount; readonly isOutdated: boolean };

/** The number of matching rows, as text. */
export function Count({ count, isOutdated }: ShownCount) {
  const words = formatCount(count, useLocaleSettings().locale);
  return isOutdated ? <PendingContent>{words}</PendingContent> : words;
}

/** Formats a count: "1,204", "10,000+", or "many" where counting took too long. */
export function formatCount({ count, more }: ListCount, locale: string): string {
  if (count === 0 && more) return tList('many');
  return `${new Intl.NumberFormat(locale).format(count)}${more ? '+' : ''}`;
}

/** The foot of a list: the displayed range, the count, and the links to the previous and next page. */
export function ListFooter({
  page,
  first,
  shown,
  query,
  getHref,
  onNear,
  onTurn,
  count,
  orderedBy,
  pointerHandlers,
  pinned = false,
  children,
}: {
  page: ListPage<unknown>;
  /** The number of the first row. Null where it is unknown. */
  first: number | null;
  /** The number of displayed rows that are still in the list. */
  shown: number;
  query: ListQuery;
  getHref: GetListHref;
  /** Called when the pointer or the focus reaches the link to a page. */
  onNear: (place: PageCursors) => void;
  /** Opens a page whose first row has this number. */
  onTurn: (place: PageCursors, first: number | null) => void;
  count: ShownCount | undefined;
  /** The time that orders the list because a filter uses it. */
  orderedBy: string | null;
  /** The foot moves with the rows above it, so pointing at it freezes the rows. */
  pointerHandlers: RowInteraction['pointer'] | null;
  /** Keeps the selection bar visible on a phone, so that it can be used from the first card on. */
  pinned?: boolean;
  /** Totals and selection, above the page links. */
  children?: ReactNode;
}) {
  const { locale } = useLocaleSettings();
  const nameRows = useListNoun();
  const numbers = new Intl.NumberFormat(locale);
  const number = numbers.format(shown);
  const beside = findNeighbourRows(first, page, pageSize);
  const to = (place: PageCursors, row: number | null) => withFirstRow(getHref({ ...query, ...place }), row);
  const places = {
    previous: { after: null, before: page.before },
    next: { after: page.after, before: null },
  };
  const range =
    first === null || first === 1 || shown === 0
      ? number
      : tList('range', { from: numbers.format(first), to: numbers.format(first + shown - 1) });
  return (
    <footer {...pointerHandlers} className={cx('shrink-0 border-line border-t', pinned && 'max-md:contents')}>
      {children}
      <PaginationBar
        shown={
          count
            ? tList.rich(range === number ? 'shownOf' : 'rangeOf', {
                shown: range,
                count: () => <Count {...count} />,
                noun: nameRows(count.count.more ? 2 : count.count.count),
              })
            : range === number
              ? tList('shown', { shown: number, noun: nameRows(shown) })
              : range
        }
        previousHref={page.before === null ? null : to(places.previous, beside.previous)}
        nextHref={page.after === null ? null : to(places.next, beside.next)}
        turn={{
          onNear: (step) => onNear(places[step]),
          onTurn: (step) => onTurn(places[step], beside[step]),
        }}
      >
        {orderedBy && <span>{tList('orderedBy', { column: orderedBy.toLowerCase() })}</span>}
        <ZoneNote />
      </PaginationBar>
    </footer>
  );
}
