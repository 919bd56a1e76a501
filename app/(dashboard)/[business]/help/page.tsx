import type { Metadata } from 'next';
import { GlossaryPage } from '#components/help/glossary-page.tsx';
import { requirePageAccess } from '#lib/access/index.ts';
import { tGlossary } from '#lib/messages/help.ts';

export const metadata: Metadata = { title: tGlossary('title') };

export default async function Page({ params }: { params: Promise<{ business: string }> }) {
  await requirePageAccess((await params).business, 'account.use');
  return <GlossaryPage />;
}
