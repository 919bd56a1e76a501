'use client';

import { usePathname } from 'next/navigation';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useState } from 'react';
import { PageHeader } from '#components/shell/page-header.tsx';
import { TableSkeleton } from '#components/shell/table-skeleton.tsx';
import { hasRiskDetail } from '#lib/exports/model.ts';
import { isFiltered } from '#lib/lists/model/query.ts';
import { tList } from '#lib/messages/list.ts';
import { ExportButton } from './exports/export-button.tsx';
import { FilesMenu } from './exports/files-menu.tsx';
import { ListFilters } from './filters/list-filters.tsx';
import { ListSearch } from './filters/list-search.tsx';
import { NoMatch } from './filters/no-match.tsx';
import { ListNameContext } from './list-noun.ts';
import type { ListProps } from './list-props.ts';
import { useFrozenRows } from './live/use-frozen-rows.ts';
import { useList } from './query/use-list.ts';
import { createSeenValues } from './selection/seen-values.ts';
import { useSelection } from './selection/use-selection.ts';
import { DisplaySettingsMenu } from './table/display-menu.tsx';
import { listShownColumns } from './table/display-settings.ts';
import { ListBody } from './table/list-body.tsx';
import { ListError, OutdatedNotice } from './table/list-error.tsx';
import { Count } from './table/list-footer.tsx';
import { SearchedDays } from './table/searched-days.tsx';
import { SortMenu } from './table/sort-menu.tsx';
import { UrlNotices } from './table/url-notices.tsx';
import { ViewsMenu } from './views/views-menu.tsx';

/** The list of every page: head, filters, rows, pagination. Its whole state is in the URL. */
export function List<Row extends object>(props: ListProps<Row>) {
  return (
    <NuqsAdapter>
      <ListNameContext value={props.spec.name}>
        <ListInAddress {...props} />
      </ListNameContext>
    </NuqsAdapter>
  );
}

function ListInAddress<Row extends object>(props: ListProps<Row>) {
  const { title, start, columns } = props;
  const path = usePathname();
  const list = useList<Row>(props.spec, start, props.getCount);
  const { spec, query, page, count, go, displaySettings } = list;
  const shown = listShownColumns(columns, displaySettings.columns);
  const settled = page.isPlaceholderData ? undefined : page.data;
  const frozen = useFrozenRows(list, {
    page: page.data,
    live: settled?.rows,
    getId: props.getId,
    isOpen: props.preview !== undefined && list.open !== null,
    holdsNew: props.newRowsText !== undefined,
  });
  const shownPage = frozen.page;
  const { isOutdated } = count;
  const counted = count.data && !(isOutdated && page.isError) ? { count: count.data, isOutdated } : undefined;
  // At least the rows of the page match.
  const matching =
    counted === undefined || isOutdated
      ? undefined
      : { ...counted.count, count: Math.max(counted.count.count, settled?.rows.length ?? 0) };
  const selection = useSelection(list, matching);
  const [seen] = useState(createSeenValues);
  const isCursorInvalid = page.data?.isCursorInvalid ?? false;
  const address = `${list.api}/export`;
  const confirmFor = hasRiskDetail(spec.name, start.mayRisk === true) ? start.businessId : null;
  // An empty page with a previous page still shows the pagination.
  const isEmpty = shownPage?.rows.length === 0 && shownPage.before === null && !page.isPlaceholderData;
  return (
    <div className="md:flex md:h-dvh md:flex-col">
      <PageHeader
        title={title}
        description={props.description}
        mark={
          <ViewsMenu
            businessId={start.businessId}
            list={props.spec.name}
            title={title}
            views={start.views}
            current={list.view}
            isChanged={list.view !== null && list.view.query !== list.shownQuery}
            shown={list.shownQuery}
            mayShare={start.mayShare}
            getHref={(view) => (view ? `${path}?${view.query}&view=${view.viewId}` : `${path}?view=all`)}
          />
        }
        {...(counted && !(isEmpty && !isFiltered(query)) ? { count: <Count {...counted} /> } : {})}
        search={
          <ListSearch query={query} go={go} placeholder={tList('search', { fields: props.searchFor })} />
        }
        actions={
          <>
            {start.mayExport && (
              <FilesMenu
                businessId={start.businessId}
                list={props.spec.name}
                address={address}
                confirmFor={confirmFor}
                selection="shown"
                columns={shown.map(({ id }) => id)}
                query={list.getExportQuery({})}
              >
                <ExportButton href={`${address}?${list.getExportQuery({})}`} confirmFor={confirmFor} />
              </FilesMenu>
            )}
            {props.actions}
          </>
        }
        main={props.main}
        filters={
          <>
            {props.ways?.({ query, getHref: list.getHref })}
            <ListFilters spec={spec} query={query} go={go} getHref={list.getHref} />
            <span className="ms-auto max-md:hidden">
              <DisplaySettingsMenu
                columns={columns}
                shown={shown}
                isDefault={displaySettings.columns === null}
                density={displaySettings.density}
                onChange={list.changeDisplaySettings}
              />
            </span>
            <span className="ms-auto md:hidden">
              <SortMenu columns={columns} spec={spec} query={query} getHref={list.getHref} />
            </span>
          </>
        }
      />
      {(list.ignored.length > 0 || isCursorInvalid) && (
        <UrlNotices spec={props.spec} ignored={list.ignored} isCursorInvalid={isCursorInvalid} />
      )}
      {props.notice && <div className="px-4 pb-3 empty:hidden">{props.notice}</div>}
      {page.data && page.isError && <OutdatedNotice error={page.error} retry={() => void page.refetch()} />}
      {shownPage && shownPage.searchedDays !== null && <SearchedDays days={shownPage.searchedDays} />}
      {shownPage ? (
        isEmpty ? (
          isFiltered(query) ? (
            (props.noMatch?.(query, `${path}?view=all`) ?? (
              <NoMatch query={query} clearHref={`${path}?view=all`} />
            ))
          ) : (
            props.firstRun
          )
        ) : (
          <ListBody
            {...props}
            list={list}
            matching={matching}
            counted={counted}
            selection={selection}
            seen={seen}
            shown={shown}
            page={shownPage}
            frozen={frozen}
          />
        )
      ) : page.isError ? (
        <ListError title={title} error={page.error} retry={() => void page.refetch()} />
      ) : (
        <TableSkeleton
          columns={shown.map(({ head, numeric = false, width = 24 }) => ({ head, numeric, width }))}
        />
      )}
    </div>
  );
}
