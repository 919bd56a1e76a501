import type { Metadata } from 'next';
import { EnvironmentPasswordNotice } from '#components/access/environment-password-notice.tsx';
import { PasswordGuessingNotice } from '#components/access/password-guessing-notice.tsx';
import { DeadlineNotice } from '#components/factors/deadline-notice.tsx';
import { HiddenRiskNotice } from '#components/factors/hidden-risk-notice.tsx';
import { OverviewPage } from '#components/overview/overview-page.tsx';
import { overviewQuery } from '#components/overview/overview-query.ts';
import { VisitChangesNotice } from '#components/overview/visit-changes-notice.tsx';
import { hashView } from '#components/query/hash-view.ts';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { findLastDelayedAttempt, requirePageAccess } from '#lib/access/index.ts';
import { readFactorDeadline } from '#lib/factors/index.ts';
import { tShellPages } from '#lib/messages/search.ts';
import { hasEnvironmentPassword } from '#lib/people/index.ts';
import { countChangesSinceVisit, readOverviewPage } from '#lib/reports/index.ts';
import { parseOverviewQuery } from '#lib/reports/schema/overview-query.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
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
  const query = parseOverviewQuery((name) => [search[name]].flat()[0] ?? null);
  const { businessId } = scope;
  const [view, guessedAt, factorDueAt, news, isPasswordFromEnvironment] = await Promise.all([
    readOverviewPage(context, businessId, query),
    findLastDelayedAttempt(context.actor.email, context.clock.now()),
    readFactorDeadline(context),
    recordVisit(context, businessId).then((since) =>
      since === null ? null : countChangesSinceVisit(context, businessId, since),
    ),
    hasEnvironmentPassword(context),
  ]);
  const now = context.clock.now();
  const hidesRisk = scope.needsFactorFor('risk.read');
  const { queryKey } = overviewQuery(businessId, view.overview.query);
  return (
    <QueryHydration queries={[{ queryKey, data: hashView(view), at: now }]}>
      {guessedAt !== null && <PasswordGuessingNotice at={guessedAt} />}
      {(hidesRisk || factorDueAt !== null) && (
        <div className="mx-auto w-full max-w-page px-4 pt-4">
          {hidesRisk ? (
            <HiddenRiskNotice dueAt={factorDueAt} settingsHref={`/${businessId}/settings`} />
          ) : (
            factorDueAt !== null && (
              <DeadlineNotice dueAt={factorDueAt} settingsHref={`/${businessId}/settings`} />
            )
          )}
        </div>
      )}
      {isPasswordFromEnvironment && (
        <div className="mx-auto w-full max-w-page px-4 pt-4">
          <EnvironmentPasswordNotice settingsHref={`/${businessId}/settings`} />
        </div>
      )}
      <OverviewPage
        businessId={businessId}
        view={view}
        now={toUnixSeconds(now)}
        mayCreate={scope.may('payment.create')}
        news={news && <VisitChangesNotice base={`/${businessId}`} news={news} />}
      />
    </QueryHydration>
  );
}
