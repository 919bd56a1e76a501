import type { Metadata } from 'next';
import { ApiReference } from '#components/settings/api-reference.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { listApiOperations } from '#lib/api/index.ts';
import { tApi } from '#lib/messages/api.ts';

export const metadata: Metadata = { title: tApi('reference.title') };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  const { scope } = await requirePageAccess((await params).business, 'account.use');
  return <ApiReference businessId={scope.businessId} operations={listApiOperations()} />;
}
