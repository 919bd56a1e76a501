import { runRoute } from '#lib/access/index.ts';
import { readChunkBody } from '#lib/payment-batches/index.ts';
import { addImportChunk, readImports } from '#lib/reconciliation/index.ts';

/** Lists the last imported statements with their progress. */
export const GET = runRoute('read', ({ context, scope }) => readImports(context, scope.businessId));

/** Stores the body as a part of the statement in `x-import`, under the number in `x-chunk`. */
export const POST = runRoute('period.close', async ({ context, scope, request }) =>
  addImportChunk(context, {
    businessId: scope.businessId,
    importId: request.headers.get('x-import') ?? '',
    number: request.headers.get('x-chunk') ?? '',
    body: await readChunkBody(request),
  }),
);
