import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { defaultAssumptions } from '#lib/values/assumptions/assumptions.ts';
import type { Settings } from '../settings.ts';
import { readBytes } from './body.ts';
import { ApiError } from './errors.ts';

const signedHeader = /^api-key=([^,]*),signature=([^,]*),timestamp=([0-9]{1,15})$/;
const mostSecondsOff = 300;

const same = (left: string, right: string): boolean => {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
};

const refuse = (message: string): never => {
  throw new ApiError(401, 'UNAUTHORIZED', message);
};

/**
 * Computes the default signature (an assumption): hex HMAC-SHA-256 of timestamp, METHOD, path with query, and body,
 * concatenated without separators. A client with other settings gets the error of a service that disagrees.
 */
export function computeSignature(
  secret: string,
  timestamp: string,
  method: string,
  path: string,
  body: Uint8Array,
): string {
  const usual = defaultAssumptions;
  const parts = { timestamp, method, path, body, key: '' };
  const hmac = createHmac(usual.SERVICE_SIGNATURE_ALGORITHM, secret);
  usual.SERVICE_SIGNATURE_PARTS.forEach((part, index) => {
    if (index > 0) hmac.update(usual.SERVICE_SIGNATURE_JOIN);
    hmac.update(parts[part]);
  });
  return hmac.digest(usual.SERVICE_SIGNATURE_ENCODING);
}

/**
 * Checks §5: `<scheme> api-key=…,signature=…,timestamp=…`. Where `bare` is true, the key alone suffices, as in the
 * example of the business read. The timestamp is compared with real time, not with the sandbox's clock.
 *
 * @throws ApiError 401
 */
export function checkAuthorization(settings: Settings, request: FastifyRequest, bare = false): void {
  const header = request.headers.authorization ?? '';
  if (header === '') refuse('The Authorization header is missing.');
  if (bare && same(header, settings.apiKey)) return;
  const [scheme, ...rest] = header.split(' ');
  if (scheme !== settings.assumed.SERVICE_AUTH_SCHEME)
    refuse('The Authorization header has another scheme or a wrong key.');
  const match =
    signedHeader.exec(rest.join(' ')) ??
    refuse('The Authorization header is not api-key=…,signature=…,timestamp=….');
  const [, key = '', signature = '', timestamp = ''] = match;
  if (!same(key, settings.apiKey)) refuse('The API key is not known.');
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > mostSecondsOff)
    refuse('The timestamp is more than 5 minutes off.');
  const expected = computeSignature(
    settings.apiSecret,
    timestamp,
    request.method,
    request.url,
    readBytes(request),
  );
  if (!same(signature.toLowerCase(), expected)) refuse('The signature is wrong.');
}
