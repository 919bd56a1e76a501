import { runRoute } from '#lib/access/index.ts';
import { readWholeCase } from '#lib/reports/index.ts';

export const GET = runRoute('review.work', ({ context, scope, params }) =>
  readWholeCase(context, scope.businessId, params['case'] ?? ''),
);
