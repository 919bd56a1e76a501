import { runRoute } from '#lib/access/index.ts';
import { createCsvResponse, exportMinimums } from '#lib/exports/index.ts';
import { minimumsQuery } from '#lib/minimums/schema.ts';

export const GET = runRoute('export', async ({ context, scope, request }) => {
  const query = minimumsQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return createCsvResponse(await exportMinimums(context, scope.businessId, query));
});
