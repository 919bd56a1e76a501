import { runRoute } from '#lib/access/index.ts';
import { readCase } from '#lib/reviews/index.ts';

export const GET = runRoute('review.work', ({ context, scope, params }) =>
  readCase(context, scope.businessId, params['case'] ?? ''),
);
