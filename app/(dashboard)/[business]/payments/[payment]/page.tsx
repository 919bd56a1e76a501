import type { Metadata } from 'next';
import { cache } from 'react';
import { PaymentRisk } from '#components/deposits/payment-risk.tsx';
import { HiddenRiskNotice } from '#components/factors/hidden-risk-notice.tsx';
import { PaymentPage } from '#components/payments/payment-page.tsx';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { recordKey } from '#components/query/query-keys.ts';
import { RecordHold } from '#components/retention/record-hold.tsx';
import { CaseLinks } from '#components/reviews/cases/case-links.tsx';
import { SectionGroup } from '#components/shell/section.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { listCustomerMessages } from '#lib/customer-messages/index.ts';
import { viewDepositRisk } from '#lib/deposits/index.ts';
import { countEarlierDeposits } from '#lib/deposits/model.ts';
import { tPageTitles } from '#lib/messages/shell.ts';
import { readUnknownPayment } from '#lib/payments/index.ts';
import { readPaymentPage } from '#lib/reports/index.ts';
import { readRecordHolds } from '#lib/retention/index.ts';
import { listRecordCases } from '#lib/reviews/index.ts';
import type { ReviewableRecord } from '#lib/reviews/queue/schema-hits.ts';
import { toUnixSeconds } from '#lib/values/instant.ts';
import { toAnnotationPermissions } from '../../annotation-permissions.ts';
import { createRecordMetadata } from '../../record-metadata.ts';
import { viewIfFound, viewOrNotFound } from '../../view-or-not-found.ts';

type PageInput = { params: Promise<{ business: string; payment: string }> };

/** One read for the page and its title. A payment that only the service has is read from it first. */
const readView = cache(async (business: string, payment: string) => {
  const access = await requirePageAccess(business, 'read');
  const read = () => readPaymentPage(access.context, access.scope.businessId, payment);
  const stored = await viewIfFound(read());
  if (stored !== null) return { ...access, view: stored };
  await readUnknownPayment(access.context, access.scope.businessId, payment);
  const view = await viewOrNotFound(read());
  return { ...access, view };
});

export async function generateMetadata({ params }: PageInput): Promise<Metadata> {
  const { business, payment } = await params;
  return createRecordMetadata(
    tPageTitles('payment'),
    readView(business, payment),
    ({ view }) => view.payment.clientPaymentId ?? view.payment.paymentId,
  );
}

export default async function Page({ params }: PageInput) {
  const { business, payment } = await params;
  const { context, scope, view } = await readView(business, payment);
  const { businessId } = scope;
  const depositIds = view.deposits.map((deposit) => deposit.depositId);
  const risks = scope.may('risk.read') ? await viewDepositRisk(context, businessId, depositIds) : null;
  const { paymentId } = view.payment;
  const records: readonly ReviewableRecord[] = [
    { subjectKind: 'payment', subjectId: paymentId },
    ...depositIds.map((subjectId): ReviewableRecord => ({ subjectKind: 'deposit', subjectId })),
  ];
  const cases = scope.may('review.work') ? await listRecordCases(context, businessId, records) : null;
  const holds = scope.may('review.work')
    ? await readRecordHolds(context, businessId, { kind: 'payment', recordId: paymentId })
    : null;
  const messages = await listCustomerMessages(context, businessId);
  const queryKey = recordKey(businessId, 'payments', paymentId);
  return (
    <QueryHydration queries={[{ queryKey, data: view, at: context.clock.now() }]}>
      <PaymentPage
        businessId={businessId}
        view={view}
        now={toUnixSeconds(context.clock.now())}
        may={toAnnotationPermissions(scope)}
        mayReadNow={scope.may('payment.read-now')}
        mayExport={scope.may('export')}
        mayCreate={scope.may('payment.create')}
        mayWork={scope.may('annotate')}
        messages={messages}
        risk={
          risks ? (
            <SectionGroup>
              {cases !== null && <CaseLinks businessId={businessId} records={records} cases={cases} />}
              {holds !== null && <RecordHold businessId={businessId} {...holds} />}
              <PaymentRisk
                depositIds={depositIds}
                risks={risks}
                earlier={countEarlierDeposits(view.deposits, view.payment)}
              />
            </SectionGroup>
          ) : (
            scope.needsFactorFor('risk.read') && <HiddenRiskNotice settingsHref={`/${businessId}/settings`} />
          )
        }
      />
    </QueryHydration>
  );
}
