'use client';

import { useRouter } from 'next/navigation';
import { lazy, Suspense, useEffect } from 'react';
import { cx } from '#components/ui/cx.ts';
import { toast } from '#components/ui/toast.tsx';
import { hasRiskDetail } from '#lib/exports/model.ts';
import { findOrderingTime } from '#lib/lists/model/order.ts';
import type { ListCount, ListPage } from '#lib/lists/model/query.ts';
import { tList } from '#lib/messages/list.ts';
import { fetchMatchingIds } from '../filters/matching-ids.ts';
import { useListNoun } from '../list-noun.ts';
import type { ListProps } from '../list-props.ts';
import type { FrozenRows } from '../live/use-frozen-rows.ts';
import type { useList } from '../query/use-list.ts';
import type { SeenValues } from '../selection/seen-values.ts';
import { SelectionBar } from '../selection/selection-bar.tsx';
import type { Selection } from '../selection/use-selection.ts';
import { TotalsBar } from '../totals/totals-bar.tsx';
import type { ListColumn } from './list-column.ts';
import type { ShownCount } from './list-footer.tsx';
import { ListFooter } from './list-footer.tsx';
import { ListRows } from './list-rows.tsx';
import { createHeaderSort } from './sort-link.tsx';
import { useDrawer } from './use-drawer.ts';
import { scrollToTop } from './use-scrolled.ts';

const Drawer = lazy(() => import('./list-drawer.tsx').then((file) => ({ default: file.ListDrawer })));

/** Returns true where a drawer fits next to the list. On a phone a row opens its page instead. */
const hasRoom = () => window.matchMedia('(min-width: 48rem)').matches;

/**
 * On wide screens, the rows and the open row side by side, and the actions on selected rows above both. Elsewhere the
 * drawer covers rows, and the actions are its foot.
 */
const splitStyle = {
  columns: 'contents xl:grid xl:min-h-0 xl:flex-1 xl:grid-rows-[auto_minmax(0,1fr)]',
  narrow: 'xl:grid-cols-[minmax(0,1fr)_30rem]',
  wide: 'xl:grid-cols-[32rem_minmax(0,1fr)] min-[90rem]:grid-cols-[33rem_minmax(0,1fr)] 2xl:grid-cols-[34rem_minmax(0,1fr)]',
  actions:
    'contents md:max-xl:fixed md:max-xl:end-0 md:max-xl:bottom-0 md:max-xl:z-30 md:max-xl:block md:max-xl:w-[56rem] md:max-xl:max-w-[80vw] md:max-xl:[&>section]:h-14 xl:col-span-2 xl:block xl:min-w-0',
  rows: 'contents xl:row-start-2 xl:flex xl:min-h-0 xl:min-w-0 xl:flex-col',
};

/** The rows with their selection, drawer, totals and pages. */
export function ListBody<Row extends object>({
  spec: { name },
  list,
  matching,
  counted,
  selection,
  shown,
  page,
  frozen,
  start,
  getId,
  getHref,
  getName = getId,
  getMark,
  totals = [],
  preview,
  counts: Counts,
  bulk,
  listSeenValues,
  newRowsText,
  seen,
}: ListProps<Row> & {
  list: ReturnType<typeof useList<Row>>;
  /** The number of matching rows, where it is known. */
  matching: ListCount | undefined;
  /** The same number as displayed. */
  counted: ShownCount | undefined;
  /** The selection is kept above the rows, so that a failed page read doesn't clear it. */
  selection: Selection;
  /** Kept above the rows for the same reason. */
  seen: SeenValues;
  shown: readonly ListColumn<Row>[];
  /** The displayed page. */
  page: ListPage<Row>;
  frozen: FrozenRows<Row>;
}) {
  const router = useRouter();
  const noun = useListNoun()(2);
  const { query, spec, api, open } = list;
  const time = findOrderingTime(spec, query);
  const see = (row: Row) => {
    if (listSeenValues) seen.note(getId(row), listSeenValues(row));
  };
  useEffect(() => page.rows.forEach(see));
  /** Returns the path of a row's page, also for a row on another page of the list. Null if it is unknown. */
  const getPath = (id: string): string | null => {
    const row = page.rows.find((one) => getId(one) === id);
    if (row) return getHref(row);
    return preview?.path ? `/${start.businessId}/${preview.path}/${encodeURIComponent(id)}` : null;
  };
  // A link with an open row can be followed on a phone, where it opens the row's page.
  const openPath = preview === undefined || open === null ? null : getPath(open);
  useEffect(() => {
    if (openPath !== null && !hasRoom()) router.replace(openPath);
  }, [openPath, router]);
  const isSplit = preview !== undefined && open !== null;
  const drawer = useDrawer({
    open: preview ? open : null,
    ids: page.rows.map(getId),
    getHref: getPath,
    setOpen: list.setOpen,
    isOffered: preview !== undefined,
  });
  const hasSelection = selection.count.count > 0;
  // After an action on the selection its bar is gone, so the interaction has ended.
  const { reset } = frozen.interaction;
  useEffect(() => {
    if (!hasSelection) reset();
  }, [hasSelection, reset]);
  const toggle: Selection['toggle'] = (ids, on) => {
    const done = selection.toggle(ids, on);
    if (!done)
      toast.neutral(tList('selection.limit', { maximum: selection.maximum, noun }), {
        detail: tList('selection.limitAdvice', { noun }),
      });
    return done;
  };
  const selectionActions = hasSelection ? (
    <SelectionBar
      selection={selection}
      matching={matching}
      query={query}
      readIds={(address) => fetchMatchingIds({ api, address, getId, most: selection.maximum, found: see })}
      api={api}
      family={list.family}
      totals={totals}
      exportQuery={start.mayExport ? list.getExportQuery(selection.query) : null}
      confirmFor={hasRiskDetail(spec.name, start.mayRisk === true) ? start.businessId : null}
      columns={shown.map(({ id }) => id)}
      name={name}
      businessId={start.businessId}
      labels={list.labels}
      bulk={bulk}
      seen={() => (selection.isAll ? null : seen.of(selection.selectionFilter.only))}
    />
  ) : null;
  return (
    <div
      className={
        isSplit ? cx(splitStyle.columns, preview.wide ? splitStyle.wide : splitStyle.narrow) : 'contents'
      }
    >
      {isSplit && selectionActions !== null && <div className={splitStyle.actions}>{selectionActions}</div>}
      <div className={isSplit ? splitStyle.rows : 'contents'}>
        <ListRows
          columns={shown}
          hasRoom={list.displaySettings.columns !== null}
          isSplit={isSplit}
          density={list.displaySettings.density}
          frozen={frozen}
          rows={page.rows}
          address={list.address}
          getId={getId}
          getHref={getHref}
          getName={getName}
          getMark={getMark}
          newRowsText={newRowsText}
          selection={{ ...selection, toggle }}
          picksCards={bulk !== undefined}
          openId={preview ? open : null}
          onOpen={(row) => (preview && hasRoom() ? void list.setOpen(getId(row)) : router.push(getHref(row)))}
          getOrder={(column) => createHeaderSort(column, spec, query, list.getHref)}
          dimmed={list.page.isPlaceholderData}
        />
        <ListFooter
          page={page}
          first={list.page.isPlaceholderData ? null : list.first}
          shown={page.rows.length - frozen.left.size}
          query={query}
          getHref={list.getHref}
          onNear={(place) => void list.prefetch(place)}
          onTurn={(place, first) =>
            void list.turnTo(place, first).then(() => scrollToTop(frozen.part.current))
          }
          count={counted}
          pointerHandlers={hasSelection ? frozen.interaction.pointer : null}
          orderedBy={time === null ? null : (spec.filters[time]?.label ?? null)}
          pinned={bulk !== undefined && hasSelection}
        >
          {hasSelection
            ? !isSplit && selectionActions
            : (totals.length > 0 || Counts) && (
                <section
                  aria-label={tList('totals')}
                  className={cx(
                    'flex min-h-10 flex-wrap items-center gap-x-5 gap-y-1 px-4 pt-1.5 text-sm',
                    isSplit && 'xl:hidden',
                  )}
                >
                  {Counts ? (
                    <Counts api={api} family={list.family} query={query} getHref={list.getHref} />
                  ) : (
                    <TotalsBar
                      api={api}
                      family={list.family}
                      columns={totals}
                      query={query}
                      getHref={list.getHref}
                    />
                  )}
                </section>
              )}
        </ListFooter>
      </div>
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
            hasFoot={hasSelection}
            onMove={drawer.move}
            onClose={drawer.close}
          />
        </Suspense>
      )}
    </div>
  );
}
