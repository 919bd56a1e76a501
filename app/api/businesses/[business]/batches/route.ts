import { runRoute } from '#lib/access/index.ts';
import { listBatches } from '#lib/payment-batches/index.ts';

export const GET = runRoute('payment.create', ({ context, scope, request }) =>
  listBatches(context, scope.businessId, new URL(request.url).searchParams.get('after')),
);
