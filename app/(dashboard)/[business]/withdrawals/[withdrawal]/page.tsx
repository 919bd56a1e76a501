import type { Metadata } from 'next';
import { cache } from 'react';
import { HiddenRiskNotice } from '#components/factors/hidden-risk-notice.tsx';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { recordKey } from '#components/query/query-keys.ts';
import { RecordHold } from '#components/retention/record-hold.tsx';
import { CaseLinks } from '#components/reviews/cases/case-links.tsx';
import { SectionGroup } from '#components/shell/section.tsx';
import { WithdrawalOwner } from '#components/withdrawals/withdrawal-owner.tsx';
import { WithdrawalPage } from '#components/withdrawals/withdrawal-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { tPageTitles } from '#lib/messages/shell.ts';
import { readWithdrawalPage } from '#lib/reports/index.ts';
import { readRecordHolds } from '#lib/retention/index.ts';
import { listRecordCases } from '#lib/reviews/index.ts';
import type { ReviewableRecord } from '#lib/reviews/queue/schema-hits.ts';
import { viewWithdrawalRisk } from '#lib/withdrawals/index.ts';
import { toAnnotationPermissions } from '../../annotation-permissions.ts';
import { createRecordMetadata } from '../../record-metadata.ts';
import { viewOrNotFound } from '../../view-or-not-found.ts';

type PageInput = { params: Promise<{ business: string; withdrawal: string }> };

/** One read for the page and its title. */
const readView = cache(async (business: string, withdrawal: string) => {
  const access = await requirePageAccess(business, 'read');
  const view = await viewOrNotFound(readWithdrawalPage(access.context, access.scope.businessId, withdrawal));
  return { ...access, view };
});

export async function generateMetadata({ params }: PageInput): Promise<Metadata> {
  const { business, withdrawal } = await params;
  return createRecordMetadata(
    tPageTitles('withdrawal'),
    readView(business, withdrawal),
    ({ view }) => view.withdrawal.clientWithdrawalId ?? view.withdrawal.withdrawalId,
  );
}

export default async function Page({ params }: PageInput) {
  const { business, withdrawal } = await params;
  const { context, scope, view } = await readView(business, withdrawal);
  const { businessId } = scope;
  const maySeeOwner = scope.may('risk.read');
  const risk = maySeeOwner ? await viewWithdrawalRisk(context, businessId, withdrawal) : null;
  const { withdrawalId } = view.withdrawal;
  const records: readonly ReviewableRecord[] = [{ subjectKind: 'withdrawal', subjectId: withdrawalId }];
  const cases = scope.may('review.work') ? await listRecordCases(context, businessId, records) : null;
  const holds = scope.may('review.work')
    ? await readRecordHolds(context, businessId, { kind: 'withdrawal', recordId: withdrawalId })
    : null;
  const queryKey = recordKey(businessId, 'withdrawals', withdrawalId);
  return (
    <QueryHydration queries={[{ queryKey, data: view, at: context.clock.now() }]}>
      <WithdrawalPage
        businessId={businessId}
        view={view}
        may={toAnnotationPermissions(scope)}
        risk={
          maySeeOwner ? (
            <SectionGroup>
              {cases !== null && <CaseLinks businessId={businessId} records={records} cases={cases} />}
              {holds !== null && <RecordHold businessId={businessId} {...holds} />}
              <WithdrawalOwner risk={risk} />
            </SectionGroup>
          ) : (
            scope.needsFactorFor('risk.read') && <HiddenRiskNotice settingsHref={`/${businessId}/settings`} />
          )
        }
      />
    </QueryHydration>
  );
}
