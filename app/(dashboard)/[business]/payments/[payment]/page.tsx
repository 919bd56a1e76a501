import type { Metadata } from 'next';
import { PaymentRisk } from '#components/deposits/payment-risk.tsx';
import { PaymentPage } from '#components/payments/payment-page.tsx';
import { pageAccess } from '#lib/access/index.ts';
import { viewDepositRisk } from '#lib/deposits/index.ts';
import { countEarlierDeposits } from '#lib/deposits/model.ts';
import { readPaymentPage } from '#lib/reports/index.ts';
import { toAnnotationPermissions } from '../../annotation-permissions.ts';
import { viewOrNotFound } from '../../view-or-not-found.ts';

export const metadata: Metadata = { title: 'Payment' };

type Given = { params: Promise<{ business: string; payment: string }> };

export default async function Page({ params }: Given) {
  const { business, payment } = await params;
  const { context, scope } = await pageAccess(business, 'read');
  const { businessId } = scope;
  const view = await viewOrNotFound(readPaymentPage(context, businessId, payment));
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
