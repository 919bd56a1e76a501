import type { Metadata } from 'next';
import { PasswordGuessingNotice } from '#components/access/password-guessing-notice.tsx';
import { DeadlineNotice } from '#components/factors/deadline-notice.tsx';
import { NewRecordsNotice } from '#components/overview/new-records-notice.tsx';
import { OverviewPage } from '#components/overview/overview-page.tsx';
import { overviewQuery } from '#components/overview/overview-query.ts';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { listKey } from '#components/query/query-keys.ts';
import { findLastDelayedAttempt, requirePageAccess } from '#lib/access/index.ts';
import { readFactorDeadline } from '#lib/factors/index.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { tShellPages } from '#lib/messages/shell-pages.ts';
import { listPayments } from '#lib/payments/index.ts';
import { readNews, readOverview } from '#lib/reports/index.ts';
import { readOverviewQuery } from '#lib/reports/schema/overview-query.ts';
import { recordVisit } from '#lib/visits/index.ts';

export const metadata: Metadata = { title: tShellPages('page.overview') };

export default async function Page({
  params,
  searchParams,
}: {
  params: Promise<{ business: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { context, scope } = await requirePageAccess((await params).business, 'read');
  const search = await searchParams;
  const query = readOverviewQuery((name) => [search[name]].flat()[0] ?? null);
  const { businessId } = scope;
  const [view, recent, guessedAt, factorDueAt, news] = await Promise.all([
    readOverview(context, businessId, query),
    listPayments(context, businessId, wholeList),
    findLastDelayedAttempt(context.actor.email, context.clock.now()),
    readFactorDeadline(context),
    recordVisit(context, businessId).then((since) =>
      since === null ? null : readNews(context, businessId, since),
    ),
  ]);
  const at = context.clock.now();
  const queries = [
    { queryKey: overviewQuery(businessId, view.query).queryKey, data: view, at },
    { queryKey: listKey(businessId, 'payments', ''), data: recent, at },
  ];
  return (
    <QueryHydration queries={queries}>
      {guessedAt !== null && <PasswordGuessingNotice at={guessedAt} />}
      {factorDueAt !== null && (
        <div className="mx-auto w-full max-w-page px-4 pt-4">
          <DeadlineNotice dueAt={factorDueAt} settingsHref={`/${businessId}/settings`} />
        </div>
      )}
      <OverviewPage
        businessId={businessId}
        query={view.query}
        mayCreate={scope.may('payment.create')}
        news={news && <NewRecordsNotice base={`/${businessId}`} news={news} />}
      />
    </QueryHydration>
  );
}
