import { runRoute } from '#lib/access/index.ts';
import { attachFile, readFileBody, viewCase } from '#lib/reviews/index.ts';

/** Lists the attached files, without their bytes. */
export const GET = runRoute('review.work', async ({ context, scope, params }) => {
  const { files } = await viewCase(context, scope.businessId, params['case'] ?? '');
  return files;
});

/** Attaches the body as a file, under the name in `x-file-name`. */
export const POST = runRoute('review.work', async ({ context, scope, request, params }) =>
  attachFile(context, {
    businessId: scope.businessId,
    caseId: params['case'] ?? '',
    ...(await readFileBody(request)),
  }),
);
