'use client';

import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import { tOverview } from '#lib/messages/overview.ts';
import type { OverviewQuery } from '#lib/reports/schema/overview.ts';
import { periodLengths, writeOverviewQuery } from '#lib/reports/schema/overview.ts';
import { AttentionList } from './attention.tsx';
import { ChoiceLinks } from './choice-links.tsx';
import { formatDays } from './format-period.ts';
import { MoneyDays } from './money-days.tsx';
import { MoneyTotals } from './money-totals.tsx';
import { overviewQuery } from './overview-query.ts';
import { RecentPayments } from './recent-payments.tsx';
import { PaymentStatuses } from './statuses.tsx';

// Only a new business sees the first steps.
const FirstSteps = lazy(() => import('./first-steps.tsx').then((file) => ({ default: file.FirstSteps })));

/** The Overview page: money in and out, what needs attention, and recent payments. */
export function OverviewPage({
  businessId,
  query,
  mayCreate,
  news,
}: {
  businessId: string;
  query: OverviewQuery;
  mayCreate: boolean;
  /** The new records since the previous visit, rendered on the server. */
  news: ReactNode;
}) {
  const { data, error } = useSuspenseQuery(overviewQuery(businessId, query));
  const { locale } = useLocaleSettings();
  const base = `/${businessId}`;
  const { period } = data;
  const { days } = query;
  const getPageHref = (change: Partial<OverviewQuery>) => {
    const next = writeOverviewQuery({ ...query, ...change });
    return `${base}/overview${next === '' ? '' : `?${next}`}`;
  };
  return (
    <>
      <PageHeader
        title={tOverview('title')}
        description={
          <span suppressHydrationWarning>
            {tOverview('period', {
              days: formatDays(period, locale),
              length: String(days),
              zone: data.timeZone,
            })}
          </span>
        }
        actions={
          <ChoiceLinks
            label={tOverview('choiceLabel')}
            chosen={String(days)}
            choices={periodLengths.map((length) => ({
              value: String(length),
              label: tOverview('length', { days: String(length) }),
              href: getPageHref({ days: length }),
            }))}
          />
        }
      />
      <PageBody>
        {error && (
          <Banner tone="attention" title={tOverview('notUpdated')}>
            {error.message}
          </Banner>
        )}
        {!(data.seen.payments && data.seen.callbacks) && (
          <Suspense>
            <FirstSteps base={base} seen={data.seen} mayCreate={mayCreate} />
          </Suspense>
        )}
        <AttentionList base={base} view={data} />
        {news}
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,9fr)_minmax(0,11fr)]">
          <div className="flex min-w-0 flex-col gap-6">
            <MoneyDays base={base} view={data} getPageHref={getPageHref} />
            <RecentPayments base={base} businessId={businessId} />
          </div>
          <div className="flex min-w-0 flex-col gap-6">
            <PaymentStatuses base={base} view={data} />
            <MoneyTotals base={base} view={data} />
          </div>
        </div>
      </PageBody>
    </>
  );
}
