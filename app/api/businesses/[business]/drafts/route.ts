import { runRoute } from '#lib/access/index.ts';
import { listDrafts, listFormDrafts } from '#lib/drafts/index.ts';
import { perTabForms } from '#lib/drafts/model.ts';

/** The person's own drafts about a subject, or those of a form that each tab fills in for itself. */
export const GET = runRoute('account.use', ({ context, scope, request }) => {
  const { searchParams } = new URL(request.url);
  const form = perTabForms.find((name) => name === searchParams.get('form'));
  return form === undefined
    ? listDrafts(context, scope.businessId, searchParams.get('subject') ?? '')
    : listFormDrafts(context, scope.businessId, form);
});
