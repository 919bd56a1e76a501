import 'server-only';
import { headers } from 'next/headers.js';
import { tAccess } from '#lib/messages/access.ts';
import { env } from '#lib/platform/env.ts';
import { logForeignOrigin } from '#lib/platform/log-foreign-origin.ts';
import { Problem } from '#lib/values/errors.ts';
import { isOurOrigin } from './model-own-origin.ts';
import { currentRequestId } from './request-id.ts';

/** Returns true if the current request comes from a page of this application. Logs one that doesn't. */
export async function isOwnRequest(): Promise<boolean> {
  const requestHeaders = await headers();
  const origin = requestHeaders.get('origin');
  const isOwn = isOurOrigin(origin, requestHeaders.get('host'), env.APP_URL);
  if (!isOwn) logForeignOrigin(origin, await currentRequestId());
  return isOwn;
}

/** Throws Problem 'forbidden' if the current request doesn't come from a page of this application. */
export async function requireOwnOrigin(): Promise<void> {
  if (!(await isOwnRequest())) throw new Problem('forbidden', tAccess('otherOrigin'));
}
