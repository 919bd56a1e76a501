'use client';

import type { ReactNode } from 'react';
import { cx } from '#components/ui/cx.ts';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { PaginationBar } from '#components/ui/pagination-bar.tsx';
import { PendingContent } from '#components/ui/pending-content.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import type { ListCount, ListPage, ListQuery } from '#lib/lists/model/query.ts';
import { tList } from '#lib/messages/list.ts';
import type { HrefOf } from '../query/use-list.ts';
import type { Hand } from './use-row-interaction.ts';

/** A count, and whether it is of other filters than are asked for: then it only keeps the room. */
export type ShownCount = { readonly count: ListCount; readonly isAwaited: boolean };

/** How many match, in words. */
export function Count({ count, isAwaited }: ShownCount) {
  const words = countInWords(count, useLocaleSettings().locale);
  return isAwaited ? <PendingContent>{words}</PendingContent> : words;
}

/** "1,204", "10,000+". */
export function countInWords({ count, more }: ListCount, locale: string): string {
  return `${new Intl.NumberFormat(locale).format(count)}${more ? '+' : ''}`;
}

/** What is shown, of how many, and the way back and on. */
export function ListFoot({
  page,
  shown,
  query,
  hrefOf,
  count,
  orderedBy,
  hand,
  pinned = false,
  children,
}: {
  page: ListPage<unknown>;
  /** How many of its rows are in the list. */
  shown: number;
  query: ListQuery;
  hrefOf: HrefOf;
  count: ShownCount | undefined;
  /** The time that orders the list because it is filtered for. */
  orderedBy: string | null;
  /** The foot moves with the rows above it: a hand that presses here keeps them where they are. */
  hand: Hand['pointer'] | null;
  /** On a phone what stands above the pages stays in sight: it can be acted on from the first card. */
  pinned?: boolean;
  /** Totals, selection: above the pages. */
  children?: ReactNode;
}) {
  const { locale } = useLocaleSettings();
  const number = new Intl.NumberFormat(locale).format(shown);
  const to = (place: { after: string | null; before: string | null }) => hrefOf({ ...query, ...place });
  return (
    <footer {...hand} className={cx('shrink-0 border-line border-t', pinned && 'max-md:contents')}>
      {children}
      <PaginationBar
        shown={
          count
            ? tList.rich('shownOf', { shown: number, count: () => <Count {...count} /> })
            : tList('shown', { count: number })
        }
        previousHref={page.before === null ? null : to({ before: page.before, after: null })}
        nextHref={page.after === null ? null : to({ after: page.after, before: null })}
      >
        {orderedBy && <span>{tList('orderedBy', { column: orderedBy.toLowerCase() })}</span>}
        <ZoneNote />
      </PaginationBar>
    </footer>
  );
}
