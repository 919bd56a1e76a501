import { runRoute } from '#lib/access/index.ts';
import {
  createAllWorkbookResponse,
  createCsvResponse,
  createPdfResponse,
  exportAllRecords,
  exportAllStatements,
  exportAllStatementsPdf,
} from '#lib/exports/index.ts';
import { parseStatementQuery } from '#lib/statements/schema.ts';
import { allStatementsLists } from '#lib/statements/schema-all.ts';

export const GET = runRoute('statement.export', async ({ context, scope: { businessId }, request }) => {
  const parameters = new URL(request.url).searchParams;
  const { period } = parseStatementQuery(Object.fromEntries(parameters));
  const list = allStatementsLists.find((name) => name === parameters.get('list'));
  if (list !== undefined) return createCsvResponse(await exportAllRecords(context, businessId, list, period));
  switch (parameters.get('format')) {
    case 'xlsx':
      return createAllWorkbookResponse(context, businessId, period);
    case 'pdf':
      return createPdfResponse(await exportAllStatementsPdf(context, businessId, period));
    default:
      return createCsvResponse(await exportAllStatements(context, businessId, period));
  }
});
