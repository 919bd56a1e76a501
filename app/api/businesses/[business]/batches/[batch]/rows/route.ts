import { runRoute } from '#lib/access/index.ts';
import { listRows } from '#lib/payment-batches/index.ts';
import { rowsQuery } from '#lib/payment-batches/schema.ts';

export const GET = runRoute('payment.create', ({ context, scope, request, params }) =>
  listRows(
    context,
    scope.businessId,
    params['batch'] ?? '',
    rowsQuery.parse(Object.fromEntries(new URL(request.url).searchParams)),
  ),
);
