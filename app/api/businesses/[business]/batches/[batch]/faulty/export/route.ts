import { runRoute } from '#lib/access/index.ts';
import { exportFaultyRows } from '#lib/exports/index.ts';

export const maxDuration = 300;

/** The rows of a batch with errors as CSV, with the problems of each. */
export const GET = runRoute('payment.create', ({ context, scope, params }) =>
  exportFaultyRows(context, scope.businessId, params['batch'] ?? ''),
);
