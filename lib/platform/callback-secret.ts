import 'server-only';
import { createHmac } from 'node:crypto';
import type { Secrets } from './mask-secrets.ts';
import { createSecrets, noSecrets } from './mask-secrets.ts';

/** Returns the secret part of a business's callback address under a key of `CALLBACK_SECRETS`. */
export const callbackSecret = (key: string, businessId: string): string =>
  createHmac('sha256', key).update(businessId).digest('base64url');

const known = new Set<string>();
let index = noSecrets;

/**
 * Remembers secrets of callback addresses in this process, so that its log hides them, too. Returns all of them in
 * the form that `maskSecrets` expects.
 */
export function rememberSecrets(secrets: readonly string[]): Secrets {
  const before = known.size;
  for (const secret of secrets) known.add(secret);
  if (known.size > before) index = createSecrets(known);
  return index;
}

/** Returns the secrets that this process has met. */
export const readSecrets = (): Secrets => index;
