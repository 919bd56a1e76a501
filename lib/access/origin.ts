import 'server-only';
import { headers } from 'next/headers.js';
import { env } from '#lib/platform/env.ts';
import { Problem } from '#lib/values/errors.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a request that changes something was sent by a page of ours. An Origin must be there; it must be APP_URL's,
 * or, on this machine alone, the very host that was asked, so that localhost and 127.0.0.1 both serve.
 */
function isOurOrigin(origin: string | null, host: string | null, appUrl: string): boolean {
  const from = origin === null ? null : URL.parse(origin);
  if (from === null) return false;
  if (from.origin === new URL(appUrl).origin) return true;
  return loopback.has(from.hostname) && loopback.has(new URL(appUrl).hostname) && from.host === host;
}

export async function isOurRequest(): Promise<boolean> {
  const given = await headers();
  return isOurOrigin(given.get('origin'), given.get('host'), env.APP_URL);
}

/** Throws Problem 'forbidden' where the current request does not come from a page of ours. */
export async function requireOurOrigin(): Promise<void> {
  if (!(await isOurRequest()))
    throw new Problem(
      'forbidden',
      'This request did not come from a page of this application. Reload the page.',
    );
}
