import type { Metadata } from 'next';
import { PasswordGuessingNotice } from '#components/access/password-guessing-notice.tsx';
import { OverviewPage } from '#components/overview/overview-page.tsx';
import { findLastDelayedAttempt, pageAccess } from '#lib/access/index.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { tShell } from '#lib/messages/shell.ts';
import { listPayments } from '#lib/payments/index.ts';
import { readOverview } from '#lib/reports/index.ts';
import { readOverviewQuery } from '#lib/reports/schema/overview.ts';

export const metadata: Metadata = { title: tShell('page.overview') };

export default async function Page({
  params,
  searchParams,
}: {
  params: Promise<{ business: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { context, scope } = await pageAccess((await params).business, 'read');
  const given = await searchParams;
  const asked = readOverviewQuery((name) => [given[name]].flat()[0] ?? null);
  const { businessId } = scope;
  const [view, recent, guessedAt] = await Promise.all([
    readOverview(context, businessId, asked),
    listPayments(context, businessId, wholeList),
    findLastDelayedAttempt(context.actor.email, context.clock.now()),
  ]);
  return (
    <>
      {guessedAt !== null && <PasswordGuessingNotice at={guessedAt} />}
      <OverviewPage
        businessId={businessId}
        initial={view}
        recent={recent}
        at={context.clock.now()}
        mayCreate={scope.may('payment.create')}
      />
    </>
  );
}
