'use client';

import { useQuery } from '@tanstack/react-query';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { useLocaleSettings } from '#components/ui/locale-context.ts';
import type { ListPage } from '#lib/lists/model/query.ts';
import { tOverview } from '#lib/messages/overview.ts';
import type { PaymentRow } from '#lib/payments/schema/fields.ts';
import type { OverviewQuery, OverviewView } from '#lib/reports/schema/overview.ts';
import { periodLengths, writeOverviewQuery } from '#lib/reports/schema/overview.ts';
import { AttentionList } from './attention.tsx';
import { ChoiceLinks } from './choice-links.tsx';
import { FirstSteps } from './first-steps.tsx';
import { formatDays } from './format-period.ts';
import { MoneyDays } from './money-days.tsx';
import { MoneyTotals } from './money-totals.tsx';
import { overviewQuery } from './overview-query.ts';
import { RecentPayments } from './recent-payments.tsx';
import { PaymentStatuses } from './statuses.tsx';

/** The Overview page: money in and out, what needs attention, and recent payments. */
export function OverviewPage({
  businessId,
  initial,
  recent,
  at,
  mayCreate,
}: {
  businessId: string;
  initial: OverviewView;
  recent: ListPage<PaymentRow>;
  at: number;
  mayCreate: boolean;
}) {
  const { data, error } = useQuery({
    ...overviewQuery(businessId, initial.query),
    initialData: initial,
    initialDataUpdatedAt: at,
  });
  const { locale } = useLocaleSettings();
  const base = `/${businessId}`;
  const { period, query } = data;
  const { days } = query;
  const pageOf = (change: Partial<OverviewQuery>) => {
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
              href: pageOf({ days: length }),
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
        <FirstSteps base={base} seen={data.seen} mayCreate={mayCreate} />
        <AttentionList base={base} view={data} />
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,9fr)_minmax(0,11fr)]">
          <div className="flex min-w-0 flex-col gap-6">
            <MoneyDays base={base} view={data} pageOf={pageOf} />
            <RecentPayments base={base} businessId={businessId} initial={recent} at={at} />
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
