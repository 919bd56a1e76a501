import { runRoute } from '#lib/access/index.ts';
import { createPdfResponse, exportPaymentPdf } from '#lib/exports/index.ts';

export const maxDuration = 60;

export const GET = runRoute('export', async ({ context, scope, params }) =>
  createPdfResponse(await exportPaymentPdf(context, scope.businessId, params['payment'] ?? '')),
);
