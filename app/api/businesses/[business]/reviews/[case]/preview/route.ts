import { runRoute } from '#lib/access/index.ts';
import { previewCase } from '#lib/reviews/index.ts';

export const GET = runRoute('review.work', ({ context, scope, params }) =>
  previewCase(context, scope.businessId, params['case'] ?? ''),
);
