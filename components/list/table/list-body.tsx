'use client';

import { useRouter } from 'next/navigation';
import { lazy, Suspense, useEffect } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { toast } from '#components/ui/toast.tsx';
import { orderingTime } from '#lib/lists/model/order.ts';
import type { ListCount, ListPage } from '#lib/lists/model/query.ts';
import { tList } from '#lib/messages/list.ts';
import type { ListProps } from '../list-props.ts';
import type { SteadyRows } from '../live/use-frozen-rows.ts';
import type { useList } from '../query/use-list.ts';
import type { SeenRows } from '../selection/seen-rows.ts';
import type { Selection } from '../selection/use-selection.ts';
import type { ListColumn } from './list-column.ts';
import type { ShownCount } from './list-foot.tsx';
import { ListFoot } from './list-foot.tsx';
import { ListRows } from './list-rows.tsx';
import { headOrder } from './order-link.tsx';
import { useDrawer } from './use-drawer.ts';

const Totals = lazy(() => import('../totals/totals-bar.tsx').then((file) => ({ default: file.TotalsBar })));
const Picked = lazy(() =>
  import('../selection/selection-bar.tsx').then((file) => ({ default: file.SelectionBar })),
);
const Drawer = lazy(() => import('./list-drawer.tsx').then((file) => ({ default: file.ListDrawer })));

/** There is room for a drawer beside the list; on a phone a row opens its page. */
const hasRoom = () => window.matchMedia('(min-width: 48rem)').matches;

/** The rows with what hangs on them: picking, drawer, totals, pages. */
export function ListBody<Row extends object>({
  list,
  matching,
  counted,
  selection,
  shown,
  page,
  steady,
  start,
  idOf,
  hrefOf,
  nameOf = idOf,
  markOf,
  totals = [],
  preview,
  tally: Tally,
  bulk,
  seenOf,
  seen,
}: ListProps<Row> & {
  list: ReturnType<typeof useList<Row>>;
  /** How many match, where that is known. */
  matching: ListCount | undefined;
  /** The same as it is shown. */
  counted: ShownCount | undefined;
  /** Outlives the rows: a page that can't be read leaves it as it is. */
  selection: Selection;
  /** As is what was seen of them. */
  seen: SeenRows;
  shown: readonly ListColumn<Row>[];
  /** As it is shown. */
  page: ListPage<Row>;
  steady: SteadyRows<Row>;
}) {
  const router = useRouter();
  const { query, spec, api, open } = list;
  const time = orderingTime(spec, query);
  const see = (row: Row) => {
    if (seenOf) seen.note(idOf(row), seenOf(row));
  };
  useEffect(() => page.rows.forEach(see));
  /** The page of a row, also of one on another page of the list. Null if it is unknown. */
  const pathOf = (id: string): string | null => {
    const row = page.rows.find((one) => idOf(one) === id);
    if (row) return hrefOf(row);
    return preview?.path ? `/${start.businessId}/${preview.path}/${encodeURIComponent(id)}` : null;
  };
  // A link to an open row may be followed on a phone, where a row opens its page.
  const openPath = preview === undefined || open === null ? null : pathOf(open);
  useEffect(() => {
    if (openPath !== null && !hasRoom()) router.replace(openPath);
  }, [openPath, router]);
  const drawer = useDrawer({
    open: preview ? open : null,
    ids: page.rows.map(idOf),
    hrefOf: pathOf,
    setOpen: list.setOpen,
    isOffered: preview !== undefined,
  });
  const isPicked = selection.count.count > 0;
  // What was picked was acted on, and the bar with it is gone: nobody reaches for it any more.
  const { drop } = steady.hand;
  useEffect(() => {
    if (!isPicked) drop();
  }, [isPicked, drop]);
  const pick: Selection['pick'] = (ids, on) => {
    const done = selection.pick(ids, on);
    if (!done)
      toast.neutral(tList('selection.limitReached', { maximum: selection.most }), {
        detail: tList('selection.limitAdvice'),
      });
    return done;
  };
  return (
    <>
      <ListRows
        columns={shown}
        hasRoom={list.look.columns !== null}
        density={list.look.density}
        steady={steady}
        rows={page.rows}
        address={list.address}
        idOf={idOf}
        hrefOf={hrefOf}
        nameOf={nameOf}
        markOf={markOf}
        selection={{ ...selection, pick }}
        picksCards={bulk !== undefined}
        openId={preview ? open : null}
        onOpen={(row) => (preview && hasRoom() ? void list.setOpen(idOf(row)) : router.push(hrefOf(row)))}
        orderOf={(column) => headOrder(column, spec, query, list.hrefOf)}
        dimmed={list.page.isPlaceholderData}
      />
      <ListFoot
        page={page}
        shown={page.rows.length - steady.left.size}
        query={query}
        hrefOf={list.hrefOf}
        count={counted}
        hand={isPicked ? steady.hand.pointer : null}
        orderedBy={time === null ? null : (spec.filters[time]?.label ?? null)}
        pinned={bulk !== undefined && isPicked}
      >
        {isPicked ? (
          <Suspense>
            <Picked
              selection={selection}
              matching={matching}
              query={query}
              readIds={(asked) =>
                import('../filters/matching-ids.ts').then(({ matchingIds }) =>
                  matchingIds({ api, asked, idOf, most: selection.most, found: see }),
                )
              }
              api={api}
              family={list.family}
              totals={totals}
              exportQuery={start.mayExport ? list.exportQueryOf(selection.query) : null}
              name={spec.name}
              businessId={start.businessId}
              labels={list.labels}
              bulk={bulk}
              seen={() => (selection.isAll ? null : seen.of(selection.asked.only))}
            />
          </Suspense>
        ) : (
          (totals.length > 0 || Tally) && (
            <section
              aria-label={tList('totals')}
              className="flex min-h-10 flex-wrap items-center gap-x-5 gap-y-1 px-4 pt-1.5 text-sm"
            >
              <Suspense fallback={<Skeleton className="h-3 w-64" />}>
                {Tally ? (
                  <Tally api={api} family={list.family} query={query} hrefOf={list.hrefOf} />
                ) : (
                  <Totals
                    api={api}
                    family={list.family}
                    columns={totals}
                    query={query}
                    hrefOf={list.hrefOf}
                  />
                )}
              </Suspense>
            </section>
          )
        )}
      </ListFoot>
      {preview && open !== null && (
        <Suspense>
          <Drawer
            businessId={start.businessId}
            id={open}
            href={openPath}
            noun={preview.noun}
            place={drawer.place}
            Preview={preview.Preview}
            wide={preview.wide}
            onMove={drawer.move}
            onClose={drawer.close}
          />
        </Suspense>
      )}
    </>
  );
}
