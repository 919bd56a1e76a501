import type { NextRequest } from 'next/server';
import { NextResponse } from 'next/server';
import { isOurOrigin } from '#lib/access/model-own-origin.ts';
import { env } from '#lib/platform/env.ts';
import { logForeignOrigin } from '#lib/platform/log-foreign-origin.ts';
import { createRequestId, ownRequestIdHeader } from '#lib/platform/request-ids.ts';
import { buildAnswerHeaders, buildSecurityHeaders } from '#lib/platform/security-headers.ts';

/**
 * Adds headers to pages, and refuses actions from other sites before Next logs them as errors. Permissions are checked in the
 * functions that read and write, so they also apply without this file.
 */

/** Returns true for a request that may run a server action but was not sent by one of our pages. */
function isForeignAction({ method, headers }: NextRequest): boolean {
  return method === 'POST' && !isOurOrigin(headers.get('origin'), headers.get('host'), env.APP_URL);
}

export function proxy(request: NextRequest): NextResponse {
  const isSecure = env.APP_URL.startsWith('https:');
  const { requestId, header: ownRequestId } = createRequestId(env.NEXTAUTH_SECRET);
  if (isForeignAction(request)) {
    logForeignOrigin(request.headers.get('origin'), requestId);
    return new NextResponse(null, {
      status: 403,
      headers: { ...buildAnswerHeaders({ isSecure }), 'x-request-id': requestId },
    });
  }
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const answered = buildSecurityHeaders({
    nonce,
    isSecure,
    isDevelopment: env.NODE_ENV === 'development',
  });

  const asked = new Headers(request.headers);
  // An id from outside keeps its own header, and is only logged.
  asked.set(ownRequestIdHeader, ownRequestId);
  asked.set('x-nonce', nonce);
  // Next reads the nonce for its own scripts from this header.
  asked.set('content-security-policy', answered['content-security-policy'] ?? '');
  // The page to open after sign-in.
  asked.set('x-page', `${request.nextUrl.pathname}${request.nextUrl.search}`);

  const response = NextResponse.next({ request: { headers: asked } });
  for (const [name, value] of Object.entries(answered)) response.headers.set(name, value);
  response.headers.set('x-request-id', requestId);
  return response;
}

export const config = {
  // Static files and routes below /api have the headers of next.config.mjs. A call of the proxy takes longer than a route.
  matcher: ['/((?!_next/static/|api/.).*)'],
};
