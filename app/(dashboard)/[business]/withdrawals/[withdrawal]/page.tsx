import type { Metadata } from 'next';
import { WithdrawalOwner } from '#components/withdrawals/withdrawal-owner.tsx';
import { WithdrawalPage } from '#components/withdrawals/withdrawal-page.tsx';
import { pageAccess } from '#lib/access/index.ts';
import { readWithdrawalPage } from '#lib/reports/index.ts';
import { viewWithdrawalRisk } from '#lib/withdrawals/index.ts';
import { toAnnotationPermissions } from '../../annotation-permissions.ts';
import { viewOrNotFound } from '../../view-or-not-found.ts';

export const metadata: Metadata = { title: 'Withdrawal' };

type Given = { params: Promise<{ business: string; withdrawal: string }> };

export default async function Page({ params }: Given) {
  const { business, withdrawal } = await params;
  const { context, scope } = await pageAccess(business, 'read');
  const { businessId } = scope;
  const view = await viewOrNotFound(readWithdrawalPage(context, businessId, withdrawal));
  const maySeeOwner = scope.may('risk.read');
  const risk = maySeeOwner ? await viewWithdrawalRisk(context, businessId, withdrawal) : null;
  return (
    <WithdrawalPage
      businessId={businessId}
      initial={view}
      at={context.clock.now()}
      may={toAnnotationPermissions(scope)}
      risk={maySeeOwner && <WithdrawalOwner risk={risk} />}
    />
  );
}
