import { runRoute } from '#lib/access/index.ts';
import { listDrafts } from '#lib/drafts/index.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  listDrafts(context, scope.businessId, new URL(request.url).searchParams.get('subject') ?? ''),
);
