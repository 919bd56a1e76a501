import { isOwnRequest, runRoute } from '#lib/access/index.ts';
import { tAccess } from '#lib/messages/access.ts';
import { addChunk, listChunks, readChunkBody } from '#lib/payment-batches/index.ts';
import { Problem } from '#lib/values/errors.ts';

/** Lists the received chunks of an upload, without their bytes. */
export const GET = runRoute('payment.create', ({ context, scope, params }) =>
  listChunks(context, scope.businessId, params['batch'] ?? ''),
);

/** Stores the body as a chunk, under the number in `x-chunk`. Accepts requests from our own pages only. */
export const POST = runRoute('payment.create', async ({ context, scope, request, params }) => {
  if (!(await isOwnRequest())) throw new Problem('forbidden', tAccess('otherOrigin'));
  return addChunk(context, {
    businessId: scope.businessId,
    batchId: params['batch'] ?? '',
    number: request.headers.get('x-chunk') ?? '',
    body: await readChunkBody(request),
  });
});
