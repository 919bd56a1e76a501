import 'server-only';
import type { Instrumentation } from 'next';
import { env } from './env.ts';
import type { Logger } from './log.ts';
import { logger } from './log.ts';
import { ownRequestIdHeader, verifyRequestId } from './request-ids.ts';

type Handler = Instrumentation.onRequestError;
type FailedRequest = Parameters<Handler>[1];
type FailedPart = Parameters<Handler>[2];

/** Returns the digest that Next shows in place of the error's message, or null. */
function findDigest(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('digest' in error)) return null;
  return typeof error.digest === 'string' ? error.digest : null;
}

/**
 * Logs an error that Next caught: in a page, an action, a route or the proxy. The error page shows the digest, which
 * leads to this line and its request id. The query of the address is left out, because people search for names there.
 */
export function logRequestError(
  error: unknown,
  { path, method, headers }: FailedRequest,
  { routePath, routeType }: FailedPart,
  log: Pick<Logger, 'error'> = logger(),
): void {
  const header = [headers[ownRequestIdHeader]].flat()[0] ?? null;
  log.error(
    {
      requestId: verifyRequestId(header, env.NEXTAUTH_SECRET),
      digest: findDigest(error),
      method,
      url: path.split('?')[0],
      route: routePath,
      part: routeType,
      error,
    },
    'a request failed',
  );
}
