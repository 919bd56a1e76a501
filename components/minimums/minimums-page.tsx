'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { ReadingAge, ReadingFailed } from '#components/business/reading-note.tsx';
import { RefreshButton } from '#components/business/refresh-button.tsx';
import { ExportButton } from '#components/list/exports/export-button.tsx';
import { outline, withFields } from '#components/query/outline.ts';
import { requestJson } from '#components/query/request-json.ts';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import { canBeFound } from '#lib/lists/model/query.ts';
import { refreshMinimumsAction } from '#lib/minimums/actions.ts';
import {
  compareToMinimum,
  filterMinimums,
  minimumRows,
  shownCurrencies,
  statedIn,
} from '#lib/minimums/model.ts';
import type { MinimumsQuery, MinimumsView } from '#lib/minimums/schema.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { MinimumChanges } from './minimum-changes.tsx';
import { MinimumFilters, MinimumSearch, useMinimumFilters } from './minimum-filters.tsx';
import { MinimumTable } from './minimum-table.tsx';

const minimumsShape = outline<MinimumsView>(withFields('minimums'));

const distinct = (codes: readonly string[]): string[] => [...new Set(codes)].sort();

type MinimumsPageProps = {
  businessId: string;
  initial: MinimumsView;
  mayRefresh: boolean;
  mayExport: boolean;
};

/** What is searched for and the coin; an amount to compare and the columns leave the rows as they are. */
const addressOf = (wanted: MinimumsQuery): string =>
  new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== '')).toString();

/** §2.8: the smallest deposits, as last read; which coins take an amount; what changed. */
export function MinimumsPage(props: MinimumsPageProps) {
  return (
    <NuqsAdapter>
      <MinimumsInAddress {...props} />
    </NuqsAdapter>
  );
}

function MinimumsInAddress({ businessId, initial, mayRefresh, mayExport }: MinimumsPageProps) {
  const queryKey = ['b', businessId, 'minimums', 'view'];
  const queries = useQueryClient();
  const view = useQuery({
    queryKey,
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/minimums`, minimumsShape, signal),
    initialData: initial,
  }).data;
  const [filters] = useMinimumFilters();
  const all = view.minimums ?? [];
  const currencies = distinct(all.map((one) => one.currency));
  const typed = filters.amount.trim();
  const amount = parseAmount(typed);
  const asked = amount === null || filters.currency === '' ? null : { amount, currency: filters.currency };
  const wanted = { q: filters.q.trim(), depositCurrency: filters.depositCurrency };
  const rows = minimumRows(filterMinimums(all, wanted));
  const takers =
    asked === null
      ? 0
      : rows.filter((row) => compareToMinimum(asked.amount, statedIn(row, asked.currency)) === 'enough')
          .length;
  const { columns, hidden } = shownCurrencies(all, filters.currency, filters.allCurrencies);
  const refresh = mayRefresh && (
    <RefreshButton
      refresh={() => refreshMinimumsAction({ businessId })}
      onView={(fresh) => queries.setQueryData(queryKey, fresh)}
    />
  );
  return (
    <>
      <PageHeader
        title="Minimums"
        {...(view.minimums !== null && { count: rows.length })}
        description={
          <>
            The smallest deposits that the service takes. <ReadingAge times={view} /> · <ZoneNote />
          </>
        }
        search={<MinimumSearch />}
        actions={
          <>
            {mayExport && (
              <ExportButton href={`/api/businesses/${businessId}/minimums/export?${addressOf(wanted)}`} />
            )}
            {refresh}
          </>
        }
        filters={
          all.length > 0 && (
            <>
              <MinimumFilters
                coins={distinct(all.map((one) => one.coin))}
                currencies={currencies}
                canShowAll={hidden || filters.allCurrencies}
                amountError={
                  typed !== '' && amount === null ? 'Plain digits, such as 25 or 49.90' : undefined
                }
              />
              <p role="status" className="w-full text-muted text-sm empty:hidden">
                {asked !== null && `${takers} of ${rows.length} take ${typed} ${asked.currency}`}
              </p>
            </>
          )
        }
      />
      {(view.error !== null || view.flaws.length > 0) && (
        <div className="flex flex-col gap-2 px-4 pb-3">
          <ReadingFailed times={view} what="The deposit minimums" />
          {view.flaws.length > 0 && (
            <Banner tone="attention" title="Some entries could not be read and count as unknown">
              {view.flaws
                .slice(0, 5)
                .map(({ path, problem }) => `${path} ${problem}`)
                .join('; ')}
              {view.flaws.length > 5 && `; and ${view.flaws.length - 5} more`}
            </Banner>
          )}
        </div>
      )}
      {view.minimums === null ? (
        <EmptyState icon={<Coins aria-hidden />} title="The minimums were not read yet" action={refresh}>
          <p>The service tells the smallest deposit of each coin on each network.</p>
        </EmptyState>
      ) : rows.length === 0 ? (
        <EmptyState icon={<Coins aria-hidden />} title="No minimum matches">
          <p>
            {canBeFound(wanted.q)
              ? 'The service told none for this coin and network. That is not a minimum of 0.'
              : 'No coin or network has so long a name.'}
          </p>
        </EmptyState>
      ) : (
        <MinimumTable rows={rows} currencies={columns} asked={asked} />
      )}
      {view.changed !== null && view.changed.changes.length > 0 && (
        <div className="pt-6">
          <PageBody>
            <MinimumChanges changed={view.changed} />
          </PageBody>
        </div>
      )}
    </>
  );
}
