import { isOwnRequest, runRoute } from '#lib/access/index.ts';
import { tAccess } from '#lib/messages/access.ts';
import { attachFile, readFileBody, watchCase } from '#lib/reviews/index.ts';
import { Problem } from '#lib/values/errors.ts';

/** Lists the attached files, without their bytes. */
export const GET = runRoute('review.work', async ({ context, scope, params }) => {
  const { files } = await watchCase(context, scope.businessId, params['case'] ?? '');
  return files;
});

/** Attaches the body as a file, under the name in `x-file-name`. Accepts requests from our own pages only. */
export const POST = runRoute('review.work', async ({ context, scope, request, params }) => {
  if (!(await isOwnRequest())) throw new Problem('forbidden', tAccess('otherOrigin'));
  return attachFile(context, {
    businessId: scope.businessId,
    caseId: params['case'] ?? '',
    ...(await readFileBody(request)),
  });
});
