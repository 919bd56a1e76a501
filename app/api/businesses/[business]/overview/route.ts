import { runRoute } from '#lib/access/index.ts';
import { readOverviewPage } from '#lib/reports/index.ts';
import { parseOverviewQuery } from '#lib/reports/schema/overview-query.ts';

export const GET = runRoute('read', ({ context, scope, request }) => {
  const { searchParams } = new URL(request.url);
  return readOverviewPage(
    context,
    scope.businessId,
    parseOverviewQuery((name) => searchParams.get(name)),
  );
});
