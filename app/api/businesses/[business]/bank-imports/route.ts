import { runRoute } from '#lib/access/index.ts';
import { createCsvResponse, toCsvText } from '#lib/exports/index.ts';
import { readChunkBody } from '#lib/payment-batches/index.ts';
import { addImportChunk, readImports, readRefusedLines } from '#lib/reconciliation/index.ts';

/** Lists the last imported statements with their progress, or gives the refused lines of the one in `refused` as CSV. */
export const GET = runRoute('read', async ({ context, scope, request }) => {
  const importId = new URL(request.url).searchParams.get('refused');
  if (importId === null) return readImports(context, scope.businessId);
  const rows = await readRefusedLines(context, scope.businessId, importId);
  return createCsvResponse({ fileName: 'refused-lines.csv', body: new Blob([toCsvText(rows)]).stream() });
});

/** Stores the body as a part of the statement in `x-import`, under the number in `x-chunk`. */
export const POST = runRoute('period.close', async ({ context, scope, request }) =>
  addImportChunk(context, {
    businessId: scope.businessId,
    importId: request.headers.get('x-import') ?? '',
    number: request.headers.get('x-chunk') ?? '',
    body: await readChunkBody(request),
  }),
);
