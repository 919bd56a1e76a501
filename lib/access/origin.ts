import 'server-only';
import { headers } from 'next/headers.js';
import { env } from '#lib/platform/env.ts';
import { Problem } from '#lib/values/errors.ts';
import { isOurOrigin } from '#lib/values/own-origin.ts';

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
