import { runRoute } from '#lib/access/index.ts';
import { readReportedValues } from '#lib/search/index.ts';

export const GET = runRoute('read', ({ context, scope, request }) =>
  readReportedValues(context, scope.businessId, new URL(request.url).searchParams.get('list') ?? ''),
);
