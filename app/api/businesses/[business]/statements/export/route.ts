import { runRoute } from '#lib/access/index.ts';
import { createCsvResponse, exportStatement } from '#lib/exports/index.ts';
import { parseStatementQuery } from '#lib/statements/schema.ts';

export const GET = runRoute('statement.export', async ({ context, scope, request }) => {
  const query = parseStatementQuery(Object.fromEntries(new URL(request.url).searchParams));
  return createCsvResponse(await exportStatement(context, scope.businessId, query));
});
