import type { Metadata } from 'next';
import { cache } from 'react';
import { QueryHydration } from '#components/query/query-hydration.tsx';
import { caseKey } from '#components/query/query-keys.ts';
import { CasePage } from '#components/reviews/cases/case-page.tsx';
import { tReviewTerms } from '#lib/messages/review-case.ts';
import { tPageTitles } from '#lib/messages/shell.ts';
import { readCaseContent } from '#lib/reports/index.ts';
import { viewCase } from '#lib/reviews/index.ts';
import { requireHiddenPageAccess } from '../../hidden-page-access.ts';
import { createRecordMetadata } from '../../record-metadata.ts';
import { viewOrNotFound } from '../../view-or-not-found.ts';

type PageInput = { params: Promise<{ business: string; case: string }> };

/** One read for the page and its title. */
const readView = cache(async (business: string, caseId: string) => {
  const access = await requireHiddenPageAccess(business, 'review.work');
  const view = await viewOrNotFound(viewCase(access.context, access.scope.businessId, caseId));
  return { ...access, view };
});

export async function generateMetadata({ params }: PageInput): Promise<Metadata> {
  const route = await params;
  return createRecordMetadata(
    tPageTitles('review'),
    readView(route.business, route.case),
    ({ view }) => view.own.reference ?? tReviewTerms('caseNumber', { number: String(view.number) }),
  );
}

export default async function ReviewCasePage({ params }: PageInput) {
  const route = await params;
  const { context, scope, view } = await readView(route.business, route.case);
  const { businessId } = scope;
  const content = await readCaseContent(context, businessId, view);
  return (
    <QueryHydration queries={[{ queryKey: caseKey(businessId, view.caseId), data: view, at: view.now }]}>
      <CasePage view={view} content={content} />
    </QueryHydration>
  );
}
