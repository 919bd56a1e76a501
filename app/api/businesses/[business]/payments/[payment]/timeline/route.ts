import { runRoute } from '#lib/access/index.ts';
import { readPaymentTimeline } from '#lib/reports/index.ts';

/** Returns the part of the timeline after the cursor `after`. */
export const GET = runRoute('read', ({ context, scope, request, params }) =>
  readPaymentTimeline(
    context,
    scope.businessId,
    params['payment'] ?? '',
    new URL(request.url).searchParams.get('after'),
  ),
);
