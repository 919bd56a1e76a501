import { runRoute } from '#lib/access/index.ts';
import { toldValues } from '#lib/search/index.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  toldValues(context, scope.businessId, new URL(request.url).searchParams.get('list') ?? ''),
);
