import { runRoute } from '#lib/access/index.ts';
import { listDrafts } from '#lib/drafts/index.ts';

/** The person's own drafts about a subject. */
export const GET = runRoute('account.use', ({ context, scope, request }) =>
  listDrafts(context, scope.businessId, new URL(request.url).searchParams.get('subject') ?? ''),
);
