import 'server-only';
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Instant } from '#lib/values/instant.ts';

/** Codes of an authenticator app (RFC 6238), with the parameters that every app knows. */
const periodSeconds = 30;
const secretBytes = 20;

const toTotp = (secret: Uint8Array, label: string): TOTP =>
  new TOTP({
    issuer: 'Countinghouse',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });

/** Creates the secret of a new app. */
export const createTotpSecret = (): Uint8Array => Uint8Array.from(randomBytes(secretBytes));

/** Returns the secret as text, and as the address that a QR code contains. */
export function describeTotp(
  secret: Uint8Array,
  label: string,
): { readonly secret: string; readonly uri: string } {
  const totp = toTotp(secret, label);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * Returns the present step of 30 seconds if this is its code, otherwise null. A code of another step is refused, so that a
 * code lives for 30 seconds.
 */
export function findTotpStep(secret: Uint8Array, code: string, at: Instant): bigint | null {
  // The library throws for other letters.
  if (!/^\d{6}$/.test(code)) return null;
  const delta = toTotp(secret, 'code').validate({ token: code, timestamp: at, window: 0 });
  return delta === null ? null : BigInt(Math.floor(at / 1_000 / periodSeconds));
}
