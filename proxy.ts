import type { NextRequest } from 'next/server';
import { NextResponse } from 'next/server';
import { env } from '#lib/platform/env.ts';
import { securityHeaders } from '#lib/platform/security-headers.ts';

/**
 * Adds headers, and nothing but headers: who may see what is checked in the functions that read and write, and holds
 * with this file taken away.
 */

/** Evidence that people attached: whatever a browser makes of it, it runs nothing. */
const attachment = /^\/api\/businesses\/[^/]+\/reviews\/[^/]+\/(?:files\/|evidence$)/;
const nothingRuns = "sandbox; default-src 'none'";

const plausibleRequestId = /^[\w-]{8,64}$/;

export function proxy(request: NextRequest): NextResponse {
  const given = request.headers.get('x-request-id') ?? '';
  const requestId = plausibleRequestId.test(given) ? given : crypto.randomUUID();
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const answered = securityHeaders({
    nonce,
    isSecure: env.APP_URL.startsWith('https:'),
    isDevelopment: env.NODE_ENV === 'development',
  });

  const asked = new Headers(request.headers);
  asked.set('x-request-id', requestId);
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
