import { runRoute } from '#lib/access/index.ts';
import { fileResponse, packCase } from '#lib/reviews/index.ts';

export const maxDuration = 300;

export const GET = runRoute('review.work', async ({ context, scope, params }) => {
  const { fileName, zip } = await packCase(context, scope.businessId, params['case'] ?? '');
  return fileResponse({ name: fileName, type: 'application/zip', body: zip });
});
