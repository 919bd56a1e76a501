import { notFound } from 'next/navigation';
import { pageAccess } from '#lib/access/index.ts';

/** An address beneath a business at which there is no page: the shell stays, and says so. */
export default async function NothingPage({ params }: { params: Promise<{ business: string }> }) {
  await pageAccess((await params).business, 'read');
  notFound();
}
