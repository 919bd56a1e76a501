'use client';

import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { ReadingAge, ReadingFailed } from '#components/business/reading-age.tsx';
import { RefreshButton } from '#components/business/refresh-button.tsx';
import { ExportButton } from '#components/list/exports/export-button.tsx';
import { formatAmount } from '#components/money/format-amount.ts';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { minimumsKey } from '#components/query/query-keys.ts';
import { requestJson } from '#components/query/request-json.ts';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { EmptyState } from '#components/shell/states.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { ZoneNote } from '#components/ui/time.tsx';
import { isSearchable } from '#lib/lists/model/search-text.ts';
import { tMinimums } from '#lib/messages/minimums.ts';
import { refreshMinimumsAction } from '#lib/minimums/actions.ts';
import {
  compareToMinimum,
  filterMinimums,
  findMinimumInCurrency,
  groupMinimums,
  selectCurrencyColumns,
} from '#lib/minimums/model.ts';
import type { MinimumsQuery, MinimumsView } from '#lib/minimums/schema.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { fiatFractionDigits, isFiatCurrency } from '#lib/values/currencies.ts';
import { formatInterpretations, readTypedAmount } from '#lib/values/typed-amount.ts';
import { MinimumChanges } from './minimum-changes.tsx';
import { MinimumFilters, MinimumSearch, useMinimumFilters } from './minimum-filters.tsx';
import { MinimumTable } from './minimum-table.tsx';

const minimumsShape = checkFields<MinimumsView>(withFields('minimums'));

const distinct = (codes: readonly string[]): string[] => [...new Set(codes)].sort();

/** Search and coin. Amount and columns don't change the exported rows. */
const exportQuery = (query: MinimumsQuery): string =>
  new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();

const shownFlaws = 5;

/** Lists the first flaws and the number of others. */
function formatFlaws(flaws: MinimumsView['flaws']): string {
  const items = flaws
    .slice(0, shownFlaws)
    .map(({ path, problem }) => tMinimums('flaws.item', { path, problem }))
    .join('; ');
  return flaws.length > shownFlaws
    ? tMinimums('flaws.more', { items, count: flaws.length - shownFlaws })
    : items;
}

/** §2.8: minimums as last read, which coins accept an amount, and recent changes. */
export function MinimumsPage({
  businessId,
  mayRefresh,
  mayExport,
}: {
  businessId: string;
  mayRefresh: boolean;
  mayExport: boolean;
}) {
  const queryKey = minimumsKey(businessId);
  const queries = useQueryClient();
  const view = useSuspenseQuery({
    queryKey,
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/minimums`, minimumsShape, signal),
  }).data;
  const filtering = useMinimumFilters();
  const { filters } = filtering;
  const all = view.minimums ?? [];
  const currencies = distinct(all.map((one) => one.currency));
  const amountText = filters.amount.trim();
  const { locale } = useLocaleSettings();
  const typed = readTypedAmount(
    amountText,
    locale,
    isFiatCurrency(filters.currency) ? fiatFractionDigits(filters.currency) : null,
  );
  const amount = typed.kind === 'amount' ? parseAmount(typed.digits) : null;
  const amountError =
    typed.kind === 'ambiguous'
      ? tMinimums('amountAmbiguous', formatInterpretations(typed.readings, locale))
      : amountText !== '' && amount === null
        ? tMinimums('amountInvalid')
        : undefined;
  const comparison =
    amount === null || filters.currency === '' ? null : { amount, currency: filters.currency };
  const query = { q: filters.q.trim(), depositCurrency: filters.depositCurrency };
  const rows = groupMinimums(filterMinimums(all, query));
  const acceptingCount =
    comparison === null
      ? 0
      : rows.filter(
          (row) =>
            compareToMinimum(comparison.amount, findMinimumInCurrency(row, comparison.currency)) === 'enough',
        ).length;
  const { columns, hidden } = selectCurrencyColumns(all, filters.currency, filters.allCurrencies);
  const refresh = mayRefresh && (
    <RefreshButton
      refresh={() => refreshMinimumsAction({ businessId })}
      onView={(fresh) => queries.setQueryData(queryKey, fresh)}
    />
  );
  return (
    <>
      <PageHeader
        title={tMinimums('title')}
        {...(view.minimums !== null && { count: rows.length })}
        description={
          <>
            {tMinimums('description')} <ReadingAge times={view} /> · <ZoneNote />
          </>
        }
        search={<MinimumSearch {...filtering} />}
        actions={
          <>
            {mayExport && (
              <ExportButton href={`/api/businesses/${businessId}/minimums/export?${exportQuery(query)}`} />
            )}
            {refresh}
          </>
        }
        filters={
          all.length > 0 && (
            <>
              <MinimumFilters
                {...filtering}
                coins={distinct(all.map((one) => one.coin))}
                currencies={currencies}
                canShowAll={hidden || filters.allCurrencies}
                amountError={amountError}
              />
              <p role="status" className="w-full text-muted text-sm empty:hidden">
                {comparison !== null &&
                  tMinimums('acceptCount', {
                    accepting: String(acceptingCount),
                    total: String(rows.length),
                    amount: formatAmount(comparison.amount, comparison.currency, locale, 'exact').text,
                    currency: comparison.currency,
                  })}
              </p>
            </>
          )
        }
      />
      {(view.error !== null || view.flaws.length > 0) && (
        <div className="flex flex-col gap-2 px-4 pb-3">
          <ReadingFailed times={view} subject={tMinimums('subject')} />
          {view.flaws.length > 0 && (
            <Banner tone="attention" title={tMinimums('flaws.title')}>
              {formatFlaws(view.flaws)}
            </Banner>
          )}
        </div>
      )}
      {view.minimums === null ? (
        <EmptyState icon={<Coins aria-hidden />} title={tMinimums('empty.title')} action={refresh}>
          <p>{tMinimums('empty.explanation')}</p>
        </EmptyState>
      ) : rows.length === 0 ? (
        <EmptyState icon={<Coins aria-hidden />} title={tMinimums('noMatch.title')}>
          <p>{isSearchable(query.q) ? tMinimums('noMatch.notReported') : tMinimums('noMatch.tooLong')}</p>
        </EmptyState>
      ) : (
        <MinimumTable rows={rows} comparison={comparison} currencies={columns} all={filters.allCurrencies} />
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
