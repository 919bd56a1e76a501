import type { Metadata } from 'next';
import { RulePage } from '#components/reviews/rules/rule-page.tsx';
import { readRule } from '#lib/reviews/index.ts';
import { ruleQuery } from '#lib/reviews/rules/schema/forms.ts';
import { hiddenPageAccess } from '../../../hidden-page-access.ts';
import { viewOrNotFound } from '../../../view-or-not-found.ts';

export const metadata: Metadata = { title: 'Rule' };

type Given = {
  params: Promise<{ business: string; rule: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function ReviewRulePage({ params, searchParams }: Given) {
  const given = await params;
  const { context, scope } = await hiddenPageAccess(given.business, 'review.work');
  const { page } = ruleQuery.parse(await searchParams);
  const view = await viewOrNotFound(readRule(context, scope.businessId, given.rule, page));
  return <RulePage initial={view} page={page} />;
}
