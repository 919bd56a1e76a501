import 'server-only';
import { Secret, TOTP } from 'otpauth';
import type { Instant } from '#lib/values/instant.ts';

/** Returns the code that an authenticator app with this key shows at a time. */
export const createCode = (secret: string, at: Instant): string =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({
    timestamp: at,
  });
