import type { ReactNode } from 'react';
import { hashView } from '#components/query/hash-view.ts';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { tOverview } from '#lib/messages/overview.ts';
import { calculateExpiry } from '#lib/payments/model.ts';
import type { PaymentRow } from '#lib/payments/schema/fields.ts';
import type { OverviewQuery } from '#lib/reports/schema/overview.ts';
import { formatOverviewQuery, periodLengths } from '#lib/reports/schema/overview.ts';
import type { OverviewPageView } from '#lib/reports/schema/pages.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { AttentionList } from './attention.tsx';
import { ChoiceLinks } from './choice-links.tsx';
import { ExceptionAges } from './exception-ages.tsx';
import { FirstSteps } from './first-steps.tsx';
import { MoneyDays } from './money-days.tsx';
import { MoneyNet } from './money-net.tsx';
import { MoneyTotals } from './money-totals.tsx';
import { OverviewRefresh } from './overview-refresh.tsx';
import { PeriodText } from './period-text.tsx';
import { RecentPayments } from './recent-payments.tsx';
import { PaymentStatuses } from './statuses.tsx';

/** The next time at which a shown payment expires, or null. Its states change then without an event. */
function findNextExpiry(rows: readonly PaymentRow[], now: UnixSeconds): UnixSeconds | null {
  const expiries = rows.flatMap((row) => calculateExpiry(row) ?? []).filter((expiry) => expiry >= now);
  return expiries.toSorted((one, other) => one - other)[0] ?? null;
}

/** The Overview page: money in and out, what needs attention, and recent payments. Only the server renders it. */
export function OverviewPage({
  businessId,
  view,
  now,
  mayCreate,
  news,
}: {
  businessId: string;
  view: OverviewPageView;
  now: UnixSeconds;
  mayCreate: boolean;
  /** The new records since the previous visit. */
  news: ReactNode;
}) {
  const { overview, recent } = view;
  const base = `/${businessId}`;
  const { query } = overview;
  const { days } = query;
  const getPageHref = (change: Partial<OverviewQuery>) => {
    const next = formatOverviewQuery({ ...query, ...change });
    return `${base}/overview${next === '' ? '' : `?${next}`}`;
  };
  return (
    <>
      <PageHeader
        title={tOverview('title')}
        description={tOverview.rich('period', {
          days: () => <PeriodText key="days" period={overview.period} />,
          length: String(days),
          zone: overview.timeZone,
        })}
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
        <OverviewRefresh
          businessId={businessId}
          query={query}
          renderedHash={hashView(view)}
          turnsAt={findNextExpiry(recent, now)}
          outdated={tOverview('notUpdated')}
        />
        <FirstSteps base={base} seen={overview.seen} mayCreate={mayCreate} />
        <AttentionList base={base} view={overview} />
        {news}
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,9fr)_minmax(0,11fr)]">
          <div className="flex min-w-0 flex-col gap-6">
            <MoneyDays base={base} view={overview} getPageHref={getPageHref} />
            <RecentPayments base={base} rows={recent} now={now} />
          </div>
          <div className="flex min-w-0 flex-col gap-6">
            <PaymentStatuses base={base} view={overview} />
            <ExceptionAges base={base} ages={overview.exceptionAges} />
            <MoneyNet base={base} view={overview} getPageHref={getPageHref} />
            <MoneyTotals base={base} view={overview} />
          </div>
        </div>
      </PageBody>
    </>
  );
}
