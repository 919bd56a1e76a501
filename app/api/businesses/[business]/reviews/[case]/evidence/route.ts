import { runRoute } from '#lib/access/index.ts';
import { createEvidencePack, createFileResponse } from '#lib/reviews/index.ts';

export const maxDuration = 300;

export const GET = runRoute('audit.risk', async ({ context, scope, params }) => {
  const { fileName, zip } = await createEvidencePack(context, scope.businessId, params['case'] ?? '');
  return createFileResponse({ name: fileName, type: 'application/zip', body: zip });
});
