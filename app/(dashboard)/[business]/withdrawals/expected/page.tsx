import type { Metadata } from 'next';
import { ExpectedWithdrawalsPage } from '#components/withdrawals/expected-withdrawals-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { tExpectedWithdrawals } from '#lib/messages/withdrawals.ts';
import { readExpectedWithdrawals } from '#lib/withdrawals/index.ts';

export const metadata: Metadata = { title: tExpectedWithdrawals('title') };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await requirePageAccess((await params).business, 'read');
  const view = await readExpectedWithdrawals(context, scope.businessId);
  return <ExpectedWithdrawalsPage businessId={scope.businessId} view={view} />;
}
