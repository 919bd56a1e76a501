import { runRoute } from '#lib/access/index.ts';
import { createCsvResponse, exportAllStatements } from '#lib/exports/index.ts';
import { parseStatementQuery } from '#lib/statements/schema.ts';

export const GET = runRoute('statement.export', async ({ context, scope, request }) => {
  const { period } = parseStatementQuery(Object.fromEntries(new URL(request.url).searchParams));
  return createCsvResponse(await exportAllStatements(context, scope.businessId, period));
});
