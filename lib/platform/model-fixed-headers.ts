/** Response headers that depend only on whether people use https. Pure, because the build reads them too. */

/** Policy of a response that is not a page: it loads nothing, runs nothing and can't be framed. */
const nothingAllowed = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Policy of files that people attached: a browser runs nothing in them. */
export const attachmentPolicy = "sandbox; default-src 'none'";

/** Data of one person must not stay in a cache that another person may read. */
export const privateCacheControl = 'private, no-store';

/** Makes browsers use https only. */
export const strictTransportSecurity = 'max-age=63072000; includeSubDomains';

/** Headers of every response. A page replaces the policy with its own, which has a nonce. */
export const fixedHeaders = {
  'content-security-policy': nothingAllowed,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // URLs contain businesses and payments.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** Returns the fixed headers, with Strict-Transport-Security where people use https. */
export function buildFixedHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  return { ...fixedHeaders, ...(isSecure && { 'strict-transport-security': strictTransportSecurity }) };
}

/** Node's error codes of requests that never reach a handler, with the status of the response. */
const statusByCode = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', '413 Payload Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
]);

/** Returns the whole raw response to a request that can't be parsed. */
export function malformedRequestResponse(code: string | undefined, isSecure: boolean): string {
  const headers = { connection: 'close', 'content-length': '0', ...buildFixedHeaders(isSecure) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${statusByCode.get(code ?? '') ?? '400 Bad Request'}`, ...lines, '', ''].join('\r\n');
}
