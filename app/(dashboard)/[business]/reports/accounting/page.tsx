import type { Metadata } from 'next';
import { AccountingPage } from '#components/accounting/accounting-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { readAccounting } from '#lib/accounting/index.ts';
import { parseAccountingQuery } from '#lib/accounting/schema.ts';
import { tAccounting } from '#lib/messages/accounting.ts';

export const metadata: Metadata = { title: tAccounting('title') };

export default async function Page({
  params,
  searchParams,
}: {
  params: Promise<{ business: string }>;
  searchParams: Promise<Record<string, unknown>>;
}) {
  const { context, scope } = await requirePageAccess((await params).business, 'read');
  const view = await readAccounting(context, scope.businessId);
  const choice = parseAccountingQuery(await searchParams);
  return <AccountingPage businessId={scope.businessId} view={view} choice={choice} />;
}
