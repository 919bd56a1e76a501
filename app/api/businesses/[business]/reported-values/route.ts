import { runRoute } from '#lib/access/index.ts';
import { listUndocumentedValues } from '#lib/search/index.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  listUndocumentedValues(context, scope.businessId, new URL(request.url).searchParams.get('list') ?? ''),
);
