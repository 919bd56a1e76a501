import 'server-only';
import { createHmac } from 'node:crypto';
import type { ServiceKey } from '#lib/platform/model-service-keys.ts';
import { unreachable } from '#lib/values/errors.ts';

type SignaturePart = 'timestamp' | 'method' | 'path' | 'body' | 'key';

/** The parts of a signature. The interface doesn’t define the computation (§5), so each is a setting. */
export type SignatureSettings = {
  readonly algorithm: 'sha256' | 'sha384' | 'sha512';
  readonly encoding: 'hex' | 'base64' | 'base64url';
  /** The signed parts, in order. */
  readonly parts: readonly SignaturePart[];
  /** The separator of the parts. */
  readonly join: string;
};

/**
 * The signed values of a request. `path` includes the query, `body` is the exact text sent, `timestamp` is in UNIX
 * seconds.
 */
export type SignatureInput = {
  readonly timestamp: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
};

function readPart(part: SignaturePart, request: SignatureInput, key: string): string {
  switch (part) {
    case 'timestamp':
      return request.timestamp;
    case 'method':
      return request.method;
    case 'path':
      return request.path;
    case 'body':
      return request.body;
    case 'key':
      return key;
    default:
      return unreachable(part);
  }
}

/** Returns the encoded HMAC of the request’s parts under the secret. */
export function signRequest(
  settings: SignatureSettings,
  credentials: ServiceKey,
  request: SignatureInput,
): string {
  const text = settings.parts.map((part) => readPart(part, request, credentials.key)).join(settings.join);
  return createHmac(settings.algorithm, credentials.secret).update(text, 'utf8').digest(settings.encoding);
}

/**
 * Returns the authorization header (§5): `<scheme>
 * api-key=<API_KEY>,signature=<SIGNATURE>,timestamp=<UNIX_TIMESTAMP>`.
 */
export function buildAuthorization(
  scheme: string,
  settings: SignatureSettings,
  credentials: ServiceKey,
  request: SignatureInput,
): string {
  const signed = signRequest(settings, credentials, request);
  return `${scheme} api-key=${credentials.key},signature=${signed},timestamp=${request.timestamp}`;
}
