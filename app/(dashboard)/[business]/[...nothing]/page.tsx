import { notFound } from 'next/navigation';
import { pageAccess } from '#lib/access/index.ts';

/** Unknown addresses below a business: shows "not found" within the shell. */
export default async function NothingPage({ params }: { params: Promise<{ business: string }> }) {
  await pageAccess((await params).business, 'read');
  notFound();
}
