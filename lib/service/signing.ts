import 'server-only';
import { createHmac } from 'node:crypto';
import { unreachable } from '#lib/values/errors.ts';

type SignaturePart = 'timestamp' | 'method' | 'path' | 'body' | 'key';

/** How a signature is computed is not shown (§5); each of these is a setting. */
export type SignatureSettings = {
  readonly algorithm: 'sha256' | 'sha384' | 'sha512';
  readonly encoding: 'hex' | 'base64' | 'base64url';
  /** What is signed, in this order. */
  readonly parts: readonly SignaturePart[];
  /** What stands between the parts. */
  readonly join: string;
};

export type Credentials = { readonly key: string; readonly secret: string };

/** What is signed of one request. `path` has its query, `body` is the exact text that is sent, `timestamp` is in UNIX seconds. */
export type SignatureInput = {
  readonly timestamp: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
};

function textOf(part: SignaturePart, request: SignatureInput, key: string): string {
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

/** The HMAC of the request's parts under the secret, encoded as the settings say. */
export function signature(
  settings: SignatureSettings,
  credentials: Credentials,
  request: SignatureInput,
): string {
  const text = settings.parts.map((part) => textOf(part, request, credentials.key)).join(settings.join);
  return createHmac(settings.algorithm, credentials.secret).update(text, 'utf8').digest(settings.encoding);
}

/** §5: `<scheme> api-key=<API_KEY>,signature=<SIGNATURE>,timestamp=<UNIX_TIMESTAMP>`. */
export function authorization(
  scheme: string,
  settings: SignatureSettings,
  credentials: Credentials,
  request: SignatureInput,
): string {
  const signed = signature(settings, credentials, request);
  return `${scheme} api-key=${credentials.key},signature=${signed},timestamp=${request.timestamp}`;
}
