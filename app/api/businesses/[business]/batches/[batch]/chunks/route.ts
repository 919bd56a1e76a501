import { runRoute } from '#lib/access/index.ts';
import { addChunk, listChunks, readChunkBody } from '#lib/payment-batches/index.ts';

/** Lists the received chunks of an upload, without their bytes. */
export const GET = runRoute('payment.create', ({ context, scope, params }) =>
  listChunks(context, scope.businessId, params['batch'] ?? ''),
);

/** Stores the body as a chunk, under the number in `x-chunk`. */
export const POST = runRoute('payment.create', async ({ context, scope, request, params }) =>
  addChunk(context, {
    businessId: scope.businessId,
    batchId: params['batch'] ?? '',
    number: request.headers.get('x-chunk') ?? '',
    body: await readChunkBody(request),
  }),
);
