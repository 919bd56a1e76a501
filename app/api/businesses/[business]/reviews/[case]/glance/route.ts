import { runRoute } from '#lib/access/index.ts';
import { glanceAtCase } from '#lib/reviews/index.ts';

export const GET = runRoute('review.work', ({ context, scope, params }) =>
  glanceAtCase(context, scope.businessId, params['case'] ?? ''),
);
