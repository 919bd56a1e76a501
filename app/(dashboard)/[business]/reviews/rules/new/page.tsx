import type { Metadata } from 'next';
import { NewRule } from '#components/reviews/rules/new-rule.tsx';
import { readTimeZone } from '#lib/businesses/index.ts';
import { tPageTitles } from '#lib/messages/page-titles.ts';
import { hiddenMetadata } from '../../../hidden-metadata.ts';
import { hiddenPageAccess } from '../../../hidden-page-access.ts';

type PageInput = { params: Promise<{ business: string }> };

export const generateMetadata = async ({ params }: PageInput): Promise<Metadata> =>
  hiddenMetadata((await params).business, 'review.work', tPageTitles('newRule'));

export default async function NewRulePage({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await hiddenPageAccess((await params).business, 'review.work');
  const { businessId } = scope;
  return <NewRule businessId={businessId} zone={await readTimeZone(context, businessId)} />;
}
