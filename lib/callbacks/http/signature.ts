import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '#lib/platform/env.ts';
import { readServiceKeys, readSignatureSecrets } from '#lib/platform/model-service-keys.ts';

/** Result of checking a callback's signature. `off`: signatures are not checked. */
export type SignatureResult = 'off' | 'right' | 'wrong' | 'missing';

/**
 * Checks the signature of a callback against its bytes in constant time. §6.3 documents none, so the check is off
 * unless SERVICE_CALLBACK_SIGNATURE is set.
 */
export function checkSignature(
  headers: { get(name: string): string | null },
  body: Uint8Array,
): SignatureResult {
  if (env.SERVICE_CALLBACK_SIGNATURE === 'off') return 'off';
  const received = headers.get(env.SERVICE_CALLBACK_SIGNATURE_HEADER.toLowerCase())?.trim() ?? '';
  if (received === '') return 'missing';
  const encoding = env.SERVICE_CALLBACK_SIGNATURE_ENCODING;
  const given = normalize(received, encoding);
  // Each is compared, so that the time says nothing about which one is right.
  const matches = listSecrets().map((secret) => {
    const hmac = createHmac(env.SERVICE_CALLBACK_SIGNATURE_ALGORITHM, secret).update(body);
    return isEqual(given, normalize(hmac.digest(encoding), encoding));
  });
  return matches.includes(true) ? 'right' : 'wrong';
}

/** Returns the secrets that may have signed: several while one replaces another. */
function listSecrets(): readonly string[] {
  const own = env.SERVICE_CALLBACK_SIGNATURE_SECRET;
  if (own !== undefined) return readSignatureSecrets(own);
  const keys = readServiceKeys(env.SERVICE_API_KEY, env.SERVICE_API_SECRET) ?? [];
  return keys.map(({ secret }) => secret);
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Upper-case hex and base64 without padding are the same signature. */
const normalize = (signature: string, encoding: 'hex' | 'base64' | 'base64url'): string =>
  encoding === 'hex' ? signature.toLowerCase() : signature.replace(/=+$/, '');

/** Returns true if a callback must be refused for its signature, which only the setting `enforce` does. */
export const isSignatureRefused = (signature: SignatureResult): boolean =>
  env.SERVICE_CALLBACK_SIGNATURE === 'enforce' && signature !== 'right';
