import type { Metadata } from 'next';
import { NewRule } from '#components/reviews/rules/new-rule.tsx';
import { readTimeZone } from '#lib/businesses/index.ts';
import { tPageTitles } from '#lib/messages/shell.ts';
import { createHiddenMetadata } from '../../../hidden-metadata.ts';
import { requireHiddenPageAccess } from '../../../hidden-page-access.ts';

type PageInput = { params: Promise<{ business: string }> };

export const generateMetadata = async ({ params }: PageInput): Promise<Metadata> =>
  createHiddenMetadata((await params).business, 'review.work', tPageTitles('newRule'));

export default async function NewRulePage({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await requireHiddenPageAccess((await params).business, 'review.work');
  const { businessId } = scope;
  return <NewRule businessId={businessId} zone={await readTimeZone(context, businessId)} />;
}
