import type { Metadata } from 'next';
import { RulesPage } from '#components/reviews/rules/rules-page.tsx';
import { tRulesPage } from '#lib/messages/review-rules-page.ts';
import { listRules } from '#lib/reviews/index.ts';
import { hiddenPageAccess } from '../../hidden-page-access.ts';

export const metadata: Metadata = { title: tRulesPage('title') };

export default async function ReviewRulesPage({ params }: { params: Promise<{ business: string }> }) {
  const { context, scope } = await hiddenPageAccess((await params).business, 'review.work');
  return <RulesPage list={await listRules(context, scope.businessId)} />;
}
