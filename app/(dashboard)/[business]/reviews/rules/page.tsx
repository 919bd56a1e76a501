import type { Metadata } from 'next';
import { RulesPage } from '#components/reviews/rules/rules-page.tsx';
import { tRulesPage } from '#lib/messages/review-rules-page.ts';
import { listRules } from '#lib/reviews/index.ts';
import { createHiddenMetadata } from '../../hidden-metadata.ts';
import { requireHiddenPageAccess } from '../../hidden-page-access.ts';

type PageInput = { params: Promise<{ business: string }> };

export const generateMetadata = async ({ params }: PageInput): Promise<Metadata> =>
  createHiddenMetadata((await params).business, 'review.work', tRulesPage('title'));

export default async function ReviewRulesPage({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await requireHiddenPageAccess((await params).business, 'review.work');
  return <RulesPage list={await listRules(context, scope.businessId)} />;
}
