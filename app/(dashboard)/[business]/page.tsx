import { redirect } from 'next/navigation';
import { findFirstPage, requirePageAccess } from '#lib/access/index.ts';

/** The address of a business redirects to its first page. */
export default async function BusinessHomePage({ params }: { params: Promise<{ business: string }> }) {
  const { scope } = await requirePageAccess((await params).business, 'account.use');
  redirect(`/${scope.businessId}/${findFirstPage(scope.role)}`);
}
