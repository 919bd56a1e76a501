import { runRoute } from '#lib/access/index.ts';
import { readQueue } from '#lib/reviews/index.ts';
import { queueQuery } from '#lib/reviews/schema.ts';

export const GET = runRoute('review.work', ({ context, scope, request }) =>
  readQueue(
    context,
    scope.businessId,
    queueQuery.parse(Object.fromEntries(new URL(request.url).searchParams)),
  ),
);
