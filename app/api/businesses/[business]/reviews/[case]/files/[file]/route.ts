import { runRoute } from '#lib/access/index.ts';
import { fetchFile, fileResponse } from '#lib/reviews/index.ts';

export const GET = runRoute('review.work', async ({ context, scope, params }) =>
  fileResponse(await fetchFile(context, scope.businessId, params['case'] ?? '', params['file'] ?? '')),
);
