import { runRoute } from '#lib/access/index.ts';
import { sharePresence } from '#lib/reviews/index.ts';

/** Records that the person has the case open, and returns who else does. */
export const POST = runRoute('review.work', ({ context, scope, params }) =>
  sharePresence(context, scope.businessId, params['case'] ?? ''),
);
