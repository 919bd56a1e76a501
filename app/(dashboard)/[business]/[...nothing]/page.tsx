import { notFound } from 'next/navigation';
import { requirePageAccess } from '#lib/access/index.ts';

/** Unknown addresses below a business: shows "not found" within the shell. */
export default async function NothingPage({ params }: { params: Promise<{ business: string }> }) {
  await requirePageAccess((await params).business, 'account.use');
  notFound();
}
