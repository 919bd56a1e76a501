import { isStillAllowed, runRoute } from '#lib/access/index.ts';
import { readBusinessDay } from '#lib/businesses/index.ts';
import { env } from '#lib/platform/env.ts';
import { liveStream } from '#lib/realtime/event-stream.ts';

export const maxDuration = 300;

/**
 * Sends changes in this business as server-sent events, by topic and id. Answers 204 where screens should poll
 * instead.
 */
export const GET = runRoute('read', async ({ context, scope, request }) => {
  if (env.LIVE_UPDATES === 'poll') return new Response(null, { status: 204 });
  const { businessId } = scope;
  const canSeeGuarded = scope.may('review.work');
  const stream = liveStream({
    businessId,
    canSeeGuarded,
    mayContinue: () => isStillAllowed(context, businessId, canSeeGuarded ? 'review.work' : 'read'),
    readDay: () => readBusinessDay(businessId),
    signal: request.signal,
  });
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
  });
});
