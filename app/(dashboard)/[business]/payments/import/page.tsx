import type { Metadata } from 'next';
import { ImportRecord } from '#components/payments/import-record/import-record.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { tPaymentImport } from '#lib/messages/payment-import.ts';
import { canReadPayments } from '#lib/service/index.ts';

export const metadata: Metadata = { title: tPaymentImport('title') };

export default async function ImportPage({ params }: { params: Promise<{ business: string }> }) {
  const { scope } = await requirePageAccess((await params).business, 'import');
  return <ImportRecord businessId={scope.businessId} canRead={canReadPayments()} />;
}
