import { runRoute } from '#lib/access/index.ts';
import { readWithdrawalTimeline } from '#lib/reports/index.ts';

/** Returns the part of the timeline after the cursor `after`. */
export const GET = runRoute('read', ({ context, scope, request, params }) =>
  readWithdrawalTimeline(
    context,
    scope.businessId,
    params['withdrawal'] ?? '',
    new URL(request.url).searchParams.get('after'),
  ),
);
