import { runRoute } from '#lib/access/index.ts';
import { readBatch } from '#lib/payment-batches/index.ts';

export const GET = runRoute('payment.create', ({ context, scope, params }) =>
  readBatch(context, scope.businessId, params['batch'] ?? ''),
);
