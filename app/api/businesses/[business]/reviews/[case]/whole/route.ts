import { runRoute } from '#lib/access/index.ts';
import { readCaseWithContent } from '#lib/reports/index.ts';

export const GET = runRoute('review.work', ({ context, scope, params }) =>
  readCaseWithContent(context, scope.businessId, params['case'] ?? ''),
);
