import { runRoute } from '#lib/access/index.ts';
import { listDrafts, listFormDrafts } from '#lib/drafts/index.ts';

/** The person's own drafts about a subject, or those of the form "New payment". */
export const GET = runRoute('read', ({ context, scope, request }) => {
  const { searchParams } = new URL(request.url);
  return searchParams.get('form') === 'new-payment'
    ? listFormDrafts(context, scope.businessId, 'new-payment')
    : listDrafts(context, scope.businessId, searchParams.get('subject') ?? '');
});
