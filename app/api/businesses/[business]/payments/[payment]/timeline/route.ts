import { runRoute } from '#lib/access/index.ts';
import { readPaymentTimeline } from '#lib/reports/index.ts';

/** The part of the timeline that lies behind `after`. */
export const GET = runRoute('read', ({ context, scope, request, params }) =>
  readPaymentTimeline(
    context,
    scope.businessId,
    params['payment'] ?? '',
    new URL(request.url).searchParams.get('after'),
  ),
);
