import type { Metadata } from 'next';
import { cache } from 'react';
import { PaymentRisk } from '#components/deposits/payment-risk.tsx';
import { PaymentPage } from '#components/payments/payment-page.tsx';
import { pageAccess } from '#lib/access/index.ts';
import { viewDepositRisk } from '#lib/deposits/index.ts';
import { countEarlierDeposits } from '#lib/deposits/model.ts';
import { tPageTitles } from '#lib/messages/page-titles.ts';
import { readPaymentPage } from '#lib/reports/index.ts';
import { toAnnotationPermissions } from '../../annotation-permissions.ts';
import { recordMetadata } from '../../record-metadata.ts';
import { viewOrNotFound } from '../../view-or-not-found.ts';

type Given = { params: Promise<{ business: string; payment: string }> };

/** One read for the page and its title. */
const readView = cache(async (business: string, payment: string) => {
  const access = await pageAccess(business, 'read');
  const view = await viewOrNotFound(readPaymentPage(access.context, access.scope.businessId, payment));
  return { ...access, view };
});

export async function generateMetadata({ params }: Given): Promise<Metadata> {
  const { business, payment } = await params;
  return recordMetadata(
    tPageTitles('payment'),
    readView(business, payment),
    ({ view }) => view.payment.clientPaymentId ?? view.payment.paymentId,
  );
}

export default async function Page({ params }: Given) {
  const { business, payment } = await params;
  const { context, scope, view } = await readView(business, payment);
  const { businessId } = scope;
  const depositIds = view.deposits.map((deposit) => deposit.depositId);
  const risks = scope.may('risk.read') ? await viewDepositRisk(context, businessId, depositIds) : null;
  return (
    <PaymentPage
      businessId={businessId}
      initial={view}
      at={context.clock.now()}
      may={toAnnotationPermissions(scope)}
      mayReadNow={scope.may('payment.read-now')}
      mayExport={scope.may('export')}
      risk={
        risks && (
          <PaymentRisk
            depositIds={depositIds}
            risks={risks}
            earlier={countEarlierDeposits(view.deposits, view.payment)}
          />
        )
      }
    />
  );
}
