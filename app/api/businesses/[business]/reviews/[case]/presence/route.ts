import { runRoute } from '#lib/access/index.ts';
import { sharePresence } from '#lib/reviews/index.ts';

export const GET = runRoute('review.work', ({ context, scope, params }) =>
  sharePresence(context, scope.businessId, params['case'] ?? ''),
);
