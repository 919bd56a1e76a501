import { redirect } from 'next/navigation';
import { pageAccess } from '#lib/access/index.ts';

/** A business's address by itself, as somebody leaves it who cuts an address short, leads to its first page. */
export default async function BusinessHomePage({ params }: { params: Promise<{ business: string }> }) {
  const { scope } = await pageAccess((await params).business, 'read');
  redirect(`/${scope.businessId}/overview`);
}
