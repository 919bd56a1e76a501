import {
  clearSiteData,
  currentRequestId,
  findContext,
  removeSessionCookies,
  requireOwnOrigin,
  toFailure,
  toHttpStatus,
} from '#lib/access/index.ts';
import { signOut } from '#lib/people/index.ts';
import { logger } from '#lib/platform/log.ts';

/**
 * Ends the session and removes the browser's data. It is a route and not an action, because only a route can set
 * Clear-Site-Data. Answers 204 also when the session had already ended, because the person is signed out either
 * way.
 */
export async function POST(): Promise<Response> {
  const requestId = await currentRequestId();
  try {
    await requireOwnOrigin();
    const context = await findContext();
    if (context !== null) await signOut(context);
    await removeSessionCookies();
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store', ...clearSiteData() } });
  } catch (thrown) {
    const failure = toFailure(thrown, requestId, logger({ requestId }));
    return Response.json(failure, {
      status: toHttpStatus(failure.code),
      headers: { 'cache-control': 'no-store' },
    });
  }
}
