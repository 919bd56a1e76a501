import type { Metadata } from 'next';
import { cache } from 'react';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { ruleKey } from '#components/query/query-keys.ts';
import { RulePage } from '#components/reviews/rules/rule-page.tsx';
import { tPageTitles } from '#lib/messages/shell.ts';
import { readRule } from '#lib/reviews/index.ts';
import { ruleQuery } from '#lib/reviews/rules/schema/forms.ts';
import { requireHiddenPageAccess } from '../../../hidden-page-access.ts';
import { createRecordMetadata } from '../../../record-metadata.ts';
import { viewOrNotFound } from '../../../view-or-not-found.ts';

type PageInput = {
  params: Promise<{ business: string; rule: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** One read for the page and its title. */
const readView = cache(async (business: string, rule: string, page: number) => {
  const { context, scope } = await requireHiddenPageAccess(business, 'review.work');
  return viewOrNotFound(readRule(context, scope.businessId, rule, page));
});

export async function generateMetadata({ params, searchParams }: PageInput): Promise<Metadata> {
  const route = await params;
  const { page } = ruleQuery.parse(await searchParams);
  return createRecordMetadata(
    tPageTitles('rule'),
    readView(route.business, route.rule, page),
    ({ versions, inForce }) => (versions.find(({ number }) => number === inForce) ?? versions[0])?.name,
  );
}

export default async function ReviewRulePage({ params, searchParams }: PageInput) {
  const route = await params;
  const { page } = ruleQuery.parse(await searchParams);
  const view = await readView(route.business, route.rule, page);
  const { businessId, ruleId } = view;
  return (
    <QueryHydration queries={[{ queryKey: ruleKey(businessId, ruleId, page), data: view, at: view.now }]}>
      <RulePage businessId={businessId} ruleId={ruleId} page={page} />
    </QueryHydration>
  );
}
