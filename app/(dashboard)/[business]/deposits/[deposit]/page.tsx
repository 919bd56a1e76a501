import type { Metadata } from 'next';
import { cache } from 'react';
import { DepositPage } from '#components/deposits/deposit-page.tsx';
import { PaymentRisk } from '#components/deposits/payment-risk.tsx';
import { HiddenRiskNotice } from '#components/factors/hidden-risk-notice.tsx';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { recordKey } from '#components/query/query-keys.ts';
import { RecordHold } from '#components/retention/record-hold.tsx';
import { CaseLinks } from '#components/reviews/cases/case-links.tsx';
import { SectionGroup } from '#components/shell/section.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { viewDepositRisk } from '#lib/deposits/index.ts';
import { tPageTitles } from '#lib/messages/shell.ts';
import { readDepositPage } from '#lib/reports/index.ts';
import { readRecordHolds } from '#lib/retention/index.ts';
import { listRecordCases } from '#lib/reviews/index.ts';
import type { ReviewableRecord } from '#lib/reviews/queue/schema-hits.ts';
import { toAnnotationPermissions } from '../../annotation-permissions.ts';
import { createRecordMetadata } from '../../record-metadata.ts';
import { viewOrNotFound } from '../../view-or-not-found.ts';

type PageInput = { params: Promise<{ business: string; deposit: string }> };

/** One read for the page and its title. */
const readView = cache(async (business: string, deposit: string) => {
  const access = await requirePageAccess(business, 'read');
  const view = await viewOrNotFound(readDepositPage(access.context, access.scope.businessId, deposit));
  return { ...access, view };
});

export async function generateMetadata({ params }: PageInput): Promise<Metadata> {
  const { business, deposit } = await params;
  return createRecordMetadata(
    tPageTitles('deposit'),
    readView(business, deposit),
    ({ view }) => view.deposit.depositId,
  );
}

export default async function Page({ params }: PageInput) {
  const { business, deposit } = await params;
  const { context, scope, view } = await readView(business, deposit);
  const { businessId } = scope;
  const ids = [view.deposit.depositId];
  const risks = scope.may('risk.read') ? await viewDepositRisk(context, businessId, ids) : null;
  const { depositId } = view.deposit;
  const records: readonly ReviewableRecord[] = [{ subjectKind: 'deposit', subjectId: depositId }];
  const cases = scope.may('review.work') ? await listRecordCases(context, businessId, records) : null;
  // The payment is kept with its deposits.
  const holds = scope.may('review.work')
    ? await readRecordHolds(context, businessId, { kind: 'payment', recordId: view.deposit.paymentId })
    : null;
  const queryKey = recordKey(businessId, 'deposits', depositId);
  return (
    <QueryHydration queries={[{ queryKey, data: view, at: context.clock.now() }]}>
      <DepositPage
        businessId={businessId}
        view={view}
        may={toAnnotationPermissions(scope)}
        risk={
          risks ? (
            <SectionGroup>
              {cases !== null && <CaseLinks businessId={businessId} records={records} cases={cases} />}
              {holds !== null && <RecordHold businessId={businessId} {...holds} />}
              <PaymentRisk depositIds={ids} risks={risks} />
            </SectionGroup>
          ) : (
            scope.needsFactorFor('risk.read') && <HiddenRiskNotice settingsHref={`/${businessId}/settings`} />
          )
        }
      />
    </QueryHydration>
  );
}
