import { runRoute } from '#lib/access/index.ts';
import { fetchRun } from '#lib/accounting/index.ts';

export const GET = runRoute('export', async ({ context, scope, params, request }) => {
  const part = new URL(request.url).searchParams.get('part') === 'manifest' ? 'manifest' : 'file';
  const { fileName, body } = await fetchRun(context, scope.businessId, params['run'] ?? '', part);
  return new Response(body, {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${fileName}"`,
      'x-content-type-options': 'nosniff',
    },
  });
});
