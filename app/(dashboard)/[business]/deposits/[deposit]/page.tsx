import type { Metadata } from 'next';
import { DepositPage } from '#components/deposits/deposit-page.tsx';
import { PaymentRisk } from '#components/deposits/payment-risk.tsx';
import { pageAccess } from '#lib/access/index.ts';
import { viewDepositRisk } from '#lib/deposits/index.ts';
import { readDepositPage } from '#lib/reports/index.ts';
import { toAnnotationPermissions } from '../../annotation-permissions.ts';
import { viewOrNotFound } from '../../view-or-not-found.ts';

export const metadata: Metadata = { title: 'Deposit' };

type Given = { params: Promise<{ business: string; deposit: string }> };

export default async function Page({ params }: Given) {
  const { business, deposit } = await params;
  const { context, scope } = await pageAccess(business, 'read');
  const { businessId } = scope;
  const view = await viewOrNotFound(readDepositPage(context, businessId, deposit));
  const ids = [view.deposit.depositId];
  const risks = scope.may('risk.read') ? await viewDepositRisk(context, businessId, ids) : null;
  return (
    <DepositPage
      businessId={businessId}
      initial={view}
      at={context.clock.now()}
      may={toAnnotationPermissions(scope)}
      risk={risks && <PaymentRisk depositIds={ids} risks={risks} />}
    />
  );
}
