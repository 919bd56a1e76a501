import { runRoute } from '#lib/access/index.ts';
import { fetchRun } from '#lib/accounting/index.ts';

export const GET = runRoute('export', async ({ context, scope, params }) => {
  const { fileName, body } = await fetchRun(context, scope.businessId, params['run'] ?? '');
  return new Response(body, {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${fileName}"`,
      'x-content-type-options': 'nosniff',
    },
  });
});
