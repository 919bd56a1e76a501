import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { callbackSecret, rememberSecrets } from '#lib/platform/callback-secret.ts';
import { env } from '#lib/platform/env.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';

/** The three callback addresses of a business (§2.7), each with its secret part. */
export type CallbackAddress = {
  readonly depositReceived: string;
  readonly withdrawal: string;
  readonly depositExchanged: string;
};

/** Returns the addresses under one key. Anyone who knows them can send callbacks, so only owners may see them. */
export function buildCallbackAddress(
  { key, baseUrl }: { key: string; baseUrl: string },
  businessId: BusinessId,
): CallbackAddress {
  const base = `${baseUrl}/api/callbacks/${businessId}/${callbackSecret(key, businessId)}`;
  return {
    depositReceived: `${base}/deposit-received`,
    withdrawal: `${base}/withdrawal`,
    depositExchanged: `${base}/deposit-exchanged`,
  };
}

/** Returns the addresses under the newest key. */
export function readCallbackAddress(businessId: BusinessId): CallbackAddress {
  const [key] = env.CALLBACK_SECRETS;
  if (key === undefined) throw new Error('CALLBACK_SECRETS is empty');
  return buildCallbackAddress({ key, baseUrl: env.CALLBACK_BASE_URL }, businessId);
}

/** Returns the name of a key that may be logged and shown: the start of its hash. */
export const nameCallbackKey = (key: string): string =>
  createHash('sha256').update(`callback key ${key}`).digest('hex').slice(0, 12);

/** An authenticated sender: the business, and the name of the key in its address. */
export type CallbackSender = { readonly businessId: BusinessId; readonly keyName: string };

let cachedKeys: readonly { readonly name: string; readonly key: string }[] | undefined;

/** Returns the active keys with their names, newest first. */
export function listCallbackKeys(): readonly { readonly name: string; readonly key: string }[] {
  cachedKeys ??= env.CALLBACK_SECRETS.map((key) => ({ name: nameCallbackKey(key), key }));
  return cachedKeys;
}

/**
 * Returns the business and the key of a callback address, or null if its secret is wrong. Every key of
 * CALLBACK_SECRETS counts, so that keys can be rotated with an overlap. It needs no database and takes the same time
 * for a wrong secret as for a right one.
 */
export function authenticateSender(business: string, secret: string): CallbackSender | null {
  const businessId = parseId<BusinessId>(business);
  if (businessId === null) return null;
  const received = Buffer.from(secret);
  let matchingKey: string | null = null;
  for (const { key, name } of listCallbackKeys()) {
    const expected = Buffer.from(callbackSecret(key, businessId));
    if (expected.length === received.length && timingSafeEqual(expected, received)) matchingKey = name;
  }
  if (matchingKey === null) return null;
  rememberSecrets([secret]);
  return { businessId, keyName: matchingKey };
}
