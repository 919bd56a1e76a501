import * as z from 'zod';
import { isStillAllowed, listHiddenTopics, runRoute } from '#lib/access/index.ts';
import { readBusinessDay } from '#lib/businesses/index.ts';
import { env } from '#lib/platform/env.ts';
import { createLiveStream } from '#lib/realtime/event-stream.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';

export const maxDuration = 300;

/** Each page opens its own stream. Between two pages of one person nothing is missed, so nothing is read again. */
const keepListeningMs = 60_000;

const sinceParameter = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .transform(instant);

/** Returns when the page was rendered, if its request has a valid time. Otherwise the page reads everything again. */
function parseSince(text: string | null): Instant | undefined {
  return sinceParameter.safeParse(text).data;
}

/**
 * Sends changes in this business as server-sent events, by topic and id. Answers 204 where screens should poll
 * instead.
 */
export const GET = runRoute('account.use', async ({ context, scope, request }) => {
  if (env.LIVE_UPDATES === 'poll') return new Response(null, { status: 204 });
  const { businessId } = scope;
  const stream = createLiveStream({
    businessId,
    hiddenTopics: listHiddenTopics(scope),
    mayContinue: () =>
      isStillAllowed(context, businessId, scope.may('review.work') ? 'review.work' : 'account.use'),
    readDay: () => readBusinessDay(businessId),
    signal: request.signal,
    since: parseSince(new URL(request.url).searchParams.get('since')),
    keepListeningMs,
  });
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
  });
});
