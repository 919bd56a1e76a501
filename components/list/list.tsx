'use client';

import { SearchX } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ReactNode } from 'react';
import { RequestFailed } from '#components/query/request-json.ts';
import { ErrorState } from '#components/shell/error-state.tsx';
import { PageHeader } from '#components/shell/page-header.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { TableSkeleton } from '#components/shell/table-skeleton.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import type { ListSpec } from '#lib/values/list-query.ts';
import { isFiltered } from '#lib/values/list-query.ts';
import { ColumnMenu, visibleColumns } from './column-menu.tsx';
import { ExportButton } from './export-button.tsx';
import { ignoredInWords } from './filter-words.ts';
import type { ListColumn } from './list-column.ts';
import { ListFilters } from './list-filters.tsx';
import { countInWords, ListFoot } from './list-foot.tsx';
import { ListRows } from './list-rows.tsx';
import { ListSearch } from './list-search.tsx';
import { headOrder } from './order-link.tsx';
import type { ListStart } from './use-list.ts';
import { useList } from './use-list.ts';

export type ListProps<Row> = {
  title: string;
  /** What the list says of itself, under its title. */
  description?: ReactNode;
  spec: ListSpec;
  start: ListStart<Row>;
  columns: readonly ListColumn<Row>[];
  idOf: (row: Row) => string;
  hrefOf: (row: Row) => string;
  /** Changes whenever the row does. */
  markOf: (row: Row) => number;
  /** What can be searched for: "ID, reference, transaction, address". */
  searchFor: string;
  /** Buttons after Export. */
  actions?: ReactNode;
  /** What is shown while there is nothing at all. */
  firstRun: ReactNode;
};

/** The one list: head, filters, rows, pages. Everything that it shows stands in the address. */
export function List<Row extends object>(props: ListProps<Row>) {
  return (
    <NuqsAdapter>
      <ListInAddress {...props} />
    </NuqsAdapter>
  );
}

function ListInAddress<Row extends object>(props: ListProps<Row>) {
  const { title, start, columns } = props;
  const { locale } = useLocaleSettings();
  const path = usePathname();
  const list = useList(props.spec, start);
  const { spec, query, page, count, go } = list;
  const visible = visibleColumns(columns, list.parameters['columns'] ?? null);
  const isEmpty = page.data?.rows.length === 0 && !page.isPlaceholderData;
  return (
    <div className="md:flex md:h-dvh md:flex-col">
      <PageHeader
        title={title}
        description={props.description}
        {...(count.data && !(isEmpty && !isFiltered(query))
          ? { count: countInWords(count.data, locale) }
          : {})}
        search={<ListSearch query={query} go={go} placeholder={`Search ${props.searchFor}`} />}
        actions={
          <>
            {start.mayExport && <ExportButton href={list.exportHref} />}
            {props.actions}
          </>
        }
        filters={
          <>
            <ListFilters spec={spec} query={query} go={go} hrefOf={list.hrefOf} />
            <span className="ml-auto max-md:hidden">
              <ColumnMenu
                columns={columns}
                visible={visible}
                onChange={(parameter) =>
                  void go({ columns: parameter, after: query.after, before: query.before }, 'replace')
                }
              />
            </span>
          </>
        }
      />
      <Notices ignored={ignoredInWords(spec, list.ignored)} lostPlace={page.data?.lostPlace ?? false} />
      {page.data && page.isError && (
        <div className="px-4 pb-3">
          <Banner
            tone="attention"
            title="This list could not be brought up to date"
            action={
              <Button size="sm" onPress={() => void page.refetch()}>
                Try again
              </Button>
            }
          >
            {page.error.message}
          </Banner>
        </div>
      )}
      {page.data ? (
        isEmpty ? (
          isFiltered(query) ? (
            <NoMatch clearHref={path} />
          ) : (
            props.firstRun
          )
        ) : (
          <>
            <ListRows
              columns={columns}
              visible={visible}
              rows={page.data.rows}
              address={list.address}
              idOf={props.idOf}
              hrefOf={props.hrefOf}
              markOf={props.markOf}
              orderOf={(column) => headOrder(column, spec, query, list.hrefOf)}
              dimmed={page.isPlaceholderData}
            />
            <ListFoot page={page.data} query={query} hrefOf={list.hrefOf} count={count.data} />
          </>
        )
      ) : page.isError ? (
        <Failed title={title} error={page.error} retry={() => void page.refetch()} />
      ) : (
        <TableSkeleton
          columns={columns
            .filter((column) => visible.has(column.id))
            .map(({ head, numeric = false, width = 24 }) => ({ head, numeric, width }))}
        />
      )}
    </div>
  );
}

function Notices({ ignored, lostPlace }: { ignored: string; lostPlace: boolean }) {
  if (ignored === '' && !lostPlace) return null;
  return (
    <div className="flex flex-col gap-2 px-4 pb-3">
      {ignored !== '' && (
        <Banner title={`Part of the address was left out: ${ignored}`}>
          It holds something that can’t be filtered for.
        </Banner>
      )}
      {lostPlace && (
        <Banner title="This is the beginning of the list">
          The place in the address belongs to another list or to other filters.
        </Banner>
      )}
    </div>
  );
}

function NoMatch({ clearHref }: { clearHref: string }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="Nothing matches"
      action={<ClearLink href={clearHref} />}
    >
      <p>The search looks at the beginning of an identifier, the filters all apply together.</p>
    </EmptyState>
  );
}

function ClearLink({ href }: { href: string }) {
  return (
    <LinkButton href={href} size="sm">
      Show the whole list
    </LinkButton>
  );
}

function Failed({ title, error, retry }: { title: string; error: Error; retry: () => void }) {
  const failure = error instanceof RequestFailed ? error.failure : null;
  return (
    <ErrorState
      title={`${title} could not be read`}
      advice={failure?.message ?? 'The server did not answer. Check the connection and try again.'}
      requestId={failure?.requestId || undefined}
      action={<Button onPress={retry}>Try again</Button>}
    />
  );
}
