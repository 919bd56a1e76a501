import { runRoute } from '#lib/access/index.ts';
import {
  createCsvResponse,
  createPdfResponse,
  createWorkbookResponse,
  exportStatement,
  exportStatementPdf,
} from '#lib/exports/index.ts';
import { parseStatementQuery } from '#lib/statements/schema.ts';

export const GET = runRoute('statement.export', async ({ context, scope: { businessId }, request }) => {
  const parameters = new URL(request.url).searchParams;
  const query = parseStatementQuery(Object.fromEntries(parameters));
  switch (parameters.get('format')) {
    case 'xlsx':
      return createWorkbookResponse(context, businessId, query);
    case 'pdf':
      return createPdfResponse(await exportStatementPdf(context, businessId, query));
    default:
      return createCsvResponse(await exportStatement(context, businessId, query));
  }
});
