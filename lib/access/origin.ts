import 'server-only';
import { headers } from 'next/headers.js';
import { tAccess } from '#lib/messages/access.ts';
import { env } from '#lib/platform/env.ts';
import { Problem } from '#lib/values/errors.ts';
import { isOurOrigin } from '#lib/values/own-origin.ts';

export async function isOwnRequest(): Promise<boolean> {
  const requestHeaders = await headers();
  return isOurOrigin(requestHeaders.get('origin'), requestHeaders.get('host'), env.APP_URL);
}

/** Throws Problem 'forbidden' if the current request doesn't come from a page of this application. */
export async function requireOwnOrigin(): Promise<void> {
  if (!(await isOwnRequest())) throw new Problem('forbidden', tAccess('otherOrigin'));
}
