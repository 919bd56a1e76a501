import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '#lib/platform/env.ts';

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
  const secret = env.SERVICE_CALLBACK_SIGNATURE_SECRET ?? env.SERVICE_API_SECRET;
  const encoding = env.SERVICE_CALLBACK_SIGNATURE_ENCODING;
  const expected = createHmac(env.SERVICE_CALLBACK_SIGNATURE_ALGORITHM, secret).update(body).digest(encoding);
  const [left, right] = [normalize(received, encoding), normalize(expected, encoding)].map((text) =>
    Buffer.from(text),
  );
  return left !== undefined &&
    right !== undefined &&
    left.length === right.length &&
    timingSafeEqual(left, right)
    ? 'right'
    : 'wrong';
}

/** Upper-case hex and base64 without padding are the same signature. */
const normalize = (signature: string, encoding: 'hex' | 'base64' | 'base64url'): string =>
  encoding === 'hex' ? signature.toLowerCase() : signature.replace(/=+$/, '');

/** Returns true if a callback must be refused for its signature, which only the setting `enforce` does. */
export const isSignatureRefused = (signature: SignatureResult): boolean =>
  env.SERVICE_CALLBACK_SIGNATURE === 'enforce' && signature !== 'right';
