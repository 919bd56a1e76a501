import type { Metadata } from 'next';
import { ImportRecord } from '#components/payments/import-record/import-record.tsx';
import { pageAccess } from '#lib/access/index.ts';
import { tPaymentImport } from '#lib/messages/payment-import.ts';

export const metadata: Metadata = { title: tPaymentImport('title') };

export default async function ImportPage({ params }: { params: Promise<{ business: string }> }) {
  const { scope } = await pageAccess((await params).business, 'import');
  return <ImportRecord businessId={scope.businessId} />;
}
