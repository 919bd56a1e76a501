import { runRoute } from '#lib/access/index.ts';
import { readDesk } from '#lib/reviews/index.ts';

export const GET = runRoute('review.work', ({ context, scope }) => readDesk(context, scope.businessId));
