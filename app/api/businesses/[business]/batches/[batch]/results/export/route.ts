import { runRoute } from '#lib/access/index.ts';
import { exportBatchResults } from '#lib/exports/index.ts';

export const maxDuration = 300;

/** The rows of a batch with their outcomes: CSV, or a workbook with `?format=xlsx`. */
export const GET = runRoute('payment.create', ({ context, scope, request, params }) =>
  exportBatchResults(
    context,
    scope.businessId,
    params['batch'] ?? '',
    new URL(request.url).searchParams.get('format') === 'xlsx' ? 'xlsx' : 'csv',
  ),
);
