import 'server-only';
import { randomUUID } from 'node:crypto';
import { headers } from 'next/headers.js';
import { env } from '#lib/platform/env.ts';
import { ownRequestIdHeader, sanitizeOutsideId, verifyRequestId } from '#lib/platform/request-ids.ts';

export const requestIdHeader = 'x-request-id';

/** The ids of a request: ours, and the one it was sent with, which is only logged. */
export type RequestIds = { readonly requestId: string; readonly outsideRequestId: string | null };

/** Next returns the same headers object during a request. */
const idsByHeaders = new WeakMap<object, RequestIds>();

/** Returns the ids of the current request. Creates our id if neither gate nor proxy has. */
export async function currentRequestIds(): Promise<RequestIds> {
  const received = await headers();
  const existing = idsByHeaders.get(received);
  if (existing !== undefined) return existing;
  const ids = {
    requestId: verifyRequestId(received.get(ownRequestIdHeader), env.NEXTAUTH_SECRET) ?? randomUUID(),
    outsideRequestId: sanitizeOutsideId(received.get(requestIdHeader)),
  };
  idsByHeaders.set(received, ids);
  return ids;
}

/** Returns our id of the current request. */
export async function currentRequestId(): Promise<string> {
  return (await currentRequestIds()).requestId;
}
