import type { Metadata } from 'next';
import { WarehousePage } from '#components/warehouse/warehouse-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { tWarehouse } from '#lib/messages/warehouse.ts';
import { readWarehouse } from '#lib/warehouse/index.ts';

export const metadata: Metadata = { title: tWarehouse('title') };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await requirePageAccess((await params).business, 'connection.manage');
  const view = await readWarehouse(context, scope.businessId);
  return <WarehousePage businessId={scope.businessId} view={view} />;
}
