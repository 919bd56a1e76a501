import { runRoute } from '#lib/access/index.ts';
import { readDepositTimeline } from '#lib/reports/index.ts';

/** Returns the part of the timeline after the cursor `after`. */
export const GET = runRoute('read', ({ context, scope, request, params }) =>
  readDepositTimeline(
    context,
    scope.businessId,
    params['deposit'] ?? '',
    new URL(request.url).searchParams.get('after'),
  ),
);
