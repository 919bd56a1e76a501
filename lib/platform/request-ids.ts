import 'server-only';
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

/** The header in which the proxy passes our request id on, with a proof that no client can make. */
export const ownRequestIdHeader = 'x-own-request-id';

const proofOf = (requestId: string, secret: string): string =>
  createHmac('sha256', secret).update(`request id ${requestId}`).digest('base64url');

/** Returns a new request id, and the value of {@link ownRequestIdHeader} for it. */
export function createRequestId(secret: string): { readonly requestId: string; readonly header: string } {
  const requestId = randomUUID();
  return { requestId, header: `${requestId}.${proofOf(requestId, secret)}` };
}

/** Returns the request id in the value of {@link ownRequestIdHeader}. Null where we did not make it. */
export function verifyRequestId(header: string | null, secret: string): string | null {
  const [requestId = '', proof = ''] = header?.split('.') ?? [];
  const expected = Buffer.from(proofOf(requestId, secret));
  const received = Buffer.from(proof);
  return received.length === expected.length && timingSafeEqual(received, expected) ? requestId : null;
}

const longestOutsideId = 128;

/** Returns an `x-request-id` from outside as it may stand in a log: bounded, without spaces or control characters. */
export function sanitizeOutsideId(value: string | null): string | null {
  if (value === null || value === '') return null;
  return value.slice(0, longestOutsideId).replace(/[^\w.:;=/+-]/g, '_');
}
