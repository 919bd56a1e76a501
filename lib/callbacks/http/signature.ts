import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '#lib/platform/env.ts';

/** What a callback's signature was found to be. `off`: none is looked for. */
export type Signature = 'off' | 'right' | 'wrong' | 'missing';

/**
 * Holds the signature of a callback against its bytes (§6.3 shows none: off unless SERVICE_CALLBACK_SIGNATURE says
 * otherwise), in constant time.
 */
export function checkSignature(headers: { get(name: string): string | null }, body: Uint8Array): Signature {
  if (env.SERVICE_CALLBACK_SIGNATURE === 'off') return 'off';
  const given = headers.get(env.SERVICE_CALLBACK_SIGNATURE_HEADER.toLowerCase())?.trim() ?? '';
  if (given === '') return 'missing';
  const secret = env.SERVICE_CALLBACK_SIGNATURE_SECRET ?? env.SERVICE_API_SECRET;
  const encoding = env.SERVICE_CALLBACK_SIGNATURE_ENCODING;
  const wanted = createHmac(env.SERVICE_CALLBACK_SIGNATURE_ALGORITHM, secret).update(body).digest(encoding);
  const [left, right] = [spelled(given, encoding), spelled(wanted, encoding)].map((text) =>
    Buffer.from(text),
  );
  return left !== undefined &&
    right !== undefined &&
    left.length === right.length &&
    timingSafeEqual(left, right)
    ? 'right'
    : 'wrong';
}

/** Hex in capitals, or base64 without its filling, is the same signature. */
const spelled = (signature: string, encoding: 'hex' | 'base64' | 'base64url'): string =>
  encoding === 'hex' ? signature.toLowerCase() : signature.replace(/=+$/, '');

/** Whether a callback is refused for its signature: only where that is asked for. */
export const isEnforced = (signature: Signature): boolean =>
  env.SERVICE_CALLBACK_SIGNATURE === 'enforce' && signature !== 'right';
