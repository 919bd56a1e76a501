'use client';

import { useQuery } from '@tanstack/react-query';
import { outline, withFields } from '#components/query/outline.ts';
import { requestJson } from '#components/query/request-json.ts';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { Banner } from '#components/ui/banner.tsx';
import type { PaymentRow } from '#lib/payments/schema-fields.ts';
import type { OverviewView } from '#lib/reports/schema-overview.ts';
import type { ListPage } from '#lib/values/list-query.ts';
import { AttentionList } from './attention.tsx';
import { EurDays } from './eur-days.tsx';
import { FirstSteps } from './first-steps.tsx';
import { MoneyTotals } from './money-totals.tsx';
import { daysInWords } from './period-words.ts';
import { RecentPayments } from './recent-payments.tsx';
import { PaymentStatuses } from './statuses.tsx';

const shape = outline<OverviewView>(withFields('period', 'deposited'));

/** The first page: money in and out, what waits for somebody, and what came last. */
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
  // Under "payments": whatever changes money in or out changes a payment, or is told with it.
  const { data, error } = useQuery({
    queryKey: ['b', businessId, 'payments', 'overview'],
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/overview`, shape, signal),
    initialData: initial,
    initialDataUpdatedAt: at,
  });
  const base = `/${businessId}`;
  return (
    <>
      <PageHeader
        title="Overview"
        description={`${daysInWords(data.period)}, compared with the 30 days before. Days in ${data.timeZone}.`}
      />
      <PageBody>
        {error && (
          <Banner tone="attention" title="This page could not be brought up to date">
            {error.message}
          </Banner>
        )}
        {!data.seen.payments && <FirstSteps base={base} seen={data.seen} mayCreate={mayCreate} />}
        <AttentionList base={base} attention={data.attention} period={data.period} mayCreate={mayCreate} />
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_fit-content(55%)]">
          <div className="flex min-w-0 flex-col gap-6">
            <EurDays base={base} view={data} />
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
