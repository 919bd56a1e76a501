import type { Metadata } from 'next';
import { DeskFigures } from '#components/reviews/figures/desk-figures.tsx';
import { tPageTitles } from '#lib/messages/shell.ts';
import { readCaseMail } from '#lib/notifications/index.ts';
import { readFigures } from '#lib/reviews/index.ts';
import { createHiddenMetadata } from '../../hidden-metadata.ts';
import { requireHiddenPageAccess } from '../../hidden-page-access.ts';

type PageInput = { params: Promise<{ business: string }> };

export const generateMetadata = async ({ params }: PageInput): Promise<Metadata> =>
  createHiddenMetadata((await params).business, 'review.work', tPageTitles('deskFigures'));

export default async function FiguresPage({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await requireHiddenPageAccess((await params).business, 'review.work');
  const { businessId } = scope;
  const [figures, mail] = await Promise.all([
    readFigures(context, businessId),
    readCaseMail(context, businessId),
  ]);
  return <DeskFigures businessId={businessId} figures={figures} mail={mail} />;
}
