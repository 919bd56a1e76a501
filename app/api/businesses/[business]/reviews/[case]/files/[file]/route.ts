import { runRoute } from '#lib/access/index.ts';
import { createFileResponse, fetchFile } from '#lib/reviews/index.ts';

export const GET = runRoute('review.work', async ({ context, scope, params }) =>
  createFileResponse(await fetchFile(context, scope.businessId, params['case'] ?? '', params['file'] ?? '')),
);
