import { runRoute } from '#lib/access/index.ts';
import { exportFaultyRows } from '#lib/exports/index.ts';

export const maxDuration = 300;

/** The rows of a batch with errors as CSV, with the problems of each, or its failed rows with `?show=failed`. */
export const GET = runRoute('payment.create', ({ context, scope, request, params }) =>
  exportFaultyRows(
    context,
    scope.businessId,
    params['batch'] ?? '',
    new URL(request.url).searchParams.get('show') === 'failed' ? 'failed' : 'errors',
  ),
);
