import type { NextRequest } from 'next/server';
import { NextResponse } from 'next/server';
import { env } from '#lib/platform/env.ts';
import { createRequestId, ownRequestIdHeader } from '#lib/platform/request-ids.ts';
import { answerHeaders, securityHeaders } from '#lib/platform/security-headers.ts';
import { isOurOrigin } from '#lib/values/own-origin.ts';

/**
 * Adds headers and refuses actions from other sites before Next logs them as errors. Who may see or change what is
 * checked in the functions that read and write, and holds with this file taken away.
 */

/** Evidence that people attached: whatever a browser makes of it, it runs nothing. */
const attachment = /^\/api\/businesses\/[^/]+\/reviews\/[^/]+\/(?:files\/|evidence$)/;
const nothingRuns = "sandbox; default-src 'none'";

/** Returns whether this request may run a server action and was not sent by a page of ours. */
function isForeignAction({ method, headers, nextUrl }: NextRequest): boolean {
  // Route handlers beneath /api check the Origin themselves; actions are posted to pages.
  if (method !== 'POST' || nextUrl.pathname.startsWith('/api/')) return false;
  return !isOurOrigin(headers.get('origin'), headers.get('host'), env.APP_URL);
}

export function proxy(request: NextRequest): NextResponse {
  const isSecure = env.APP_URL.startsWith('https:');
  const { requestId, header: ownRequestId } = createRequestId(env.NEXTAUTH_SECRET);
  if (isForeignAction(request))
    return new NextResponse(null, {
      status: 403,
      headers: { ...answerHeaders({ isSecure }), 'x-request-id': requestId },
    });
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const answered = securityHeaders({
    nonce,
    isSecure,
    isDevelopment: env.NODE_ENV === 'development',
  });

  const asked = new Headers(request.headers);
  // The one from outside stays where it is, and is only logged.
  asked.set(ownRequestIdHeader, ownRequestId);
  asked.set('x-nonce', nonce);
  // Next takes the nonce for its own scripts from here.
  asked.set('content-security-policy', answered['content-security-policy'] ?? '');
  // Where to go on after signing in.
  asked.set('x-page', `${request.nextUrl.pathname}${request.nextUrl.search}`);

  const response = NextResponse.next({ request: { headers: asked } });
  for (const [name, value] of Object.entries(answered)) response.headers.set(name, value);
  if (attachment.test(request.nextUrl.pathname)) response.headers.set('content-security-policy', nothingRuns);
  response.headers.set('x-request-id', requestId);
  return response;
}

export const config = {
  // Built files say for themselves how long they last; the callback routes answer programs, as fast as they can,
  // and secure themselves. Whatever only looks like one of theirs comes here.
  matcher: ['/((?!_next/static/|api/callbacks/[^/]+/[^/]+/[^/]+$).*)'],
};
