'use client';

import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { PaginationBar } from '#components/ui/pagination-bar.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import type { ListCount, ListPage, ListQuery } from '#lib/values/list-query.ts';
import { listAddress } from '#lib/values/list-query.ts';

/** "1,204", "10,000+". */
export function countInWords({ count, more }: ListCount, locale: string): string {
  return `${new Intl.NumberFormat(locale).format(count)}${more ? '+' : ''}`;
}

/** What is shown, of how many, and the way back and on. */
export function ListFoot({
  page,
  query,
  path,
  count,
}: {
  page: ListPage<unknown>;
  query: ListQuery;
  path: string;
  count: ListCount | undefined;
}) {
  const { locale } = useLocaleSettings();
  const shown = new Intl.NumberFormat(locale).format(page.rows.length);
  const to = (place: { after: string | null; before: string | null }) =>
    `${path}?${listAddress({ ...query, ...place })}`;
  return (
    <PaginationBar
      shown={count ? `${shown} of ${countInWords(count, locale)} shown` : `${shown} shown`}
      previousHref={page.before === null ? null : to({ before: page.before, after: null })}
      nextHref={page.after === null ? null : to({ after: page.after, before: null })}
    >
      <ZoneNote />
    </PaginationBar>
  );
}
