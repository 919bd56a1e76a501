import 'server-only';
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

/** Header that carries our request id, with a proof that no client can create. */
export const ownRequestIdHeader = 'x-own-request-id';

const signRequestId = (requestId: string, secret: string): string =>
  createHmac('sha256', secret).update(`request id ${requestId}`).digest('base64url');

/** Returns a new request id, and the value of {@link ownRequestIdHeader} for it. */
export function createRequestId(secret: string): { readonly requestId: string; readonly header: string } {
  const requestId = randomUUID();
  return { requestId, header: `${requestId}.${signRequestId(requestId, secret)}` };
}

/** Returns the request id in the value of {@link ownRequestIdHeader}, or null when this product didn't create it. */
export function verifyRequestId(header: string | null, secret: string): string | null {
  const [requestId = '', proof = ''] = header?.split('.') ?? [];
  const expected = Buffer.from(signRequestId(requestId, secret));
  const received = Buffer.from(proof);
  return received.length === expected.length && timingSafeEqual(received, expected) ? requestId : null;
}

const maximumOutsideIdLength = 128;

/** Returns an external `x-request-id` that is safe to log: bounded, without spaces or control characters. */
export function sanitizeOutsideId(value: string | null): string | null {
  if (value === null || value === '') return null;
  return value.slice(0, maximumOutsideIdLength).replace(/[^\w.:;=/+-]/g, '_');
}
