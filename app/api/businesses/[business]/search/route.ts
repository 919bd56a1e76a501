import { runRoute } from '#lib/access/index.ts';
import { searchRecords } from '#lib/search/index.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  searchRecords(context, scope.businessId, new URL(request.url).searchParams.get('q') ?? ''),
);
