import { runRoute } from '#lib/access/index.ts';
import { watchCase } from '#lib/reviews/index.ts';

export const GET = runRoute('review.work', ({ context, scope, params }) =>
  watchCase(context, scope.businessId, params['case'] ?? ''),
);
