import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { callbackSecret } from '#lib/platform/callback-secret.ts';
import { env } from '#lib/platform/env.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';

/** The three addresses that a business gives to the service (§2.7), each with its secret part. */
export type CallbackAddress = {
  readonly depositReceived: string;
  readonly withdrawal: string;
  readonly depositExchanged: string;
};

/** The addresses under one key. Whoever knows them can send callbacks: only an owner may see them. */
export function callbackAddressUnder(
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

/** The addresses under the newest key. */
export function callbackAddress(businessId: BusinessId): CallbackAddress {
  const [key] = env.CALLBACK_SECRETS;
  if (key === undefined) throw new Error('CALLBACK_SECRETS is empty');
  return callbackAddressUnder({ key, baseUrl: env.CALLBACK_BASE_URL }, businessId);
}

/** What a key is called where it must not be shown: the beginning of a hash of it. */
export const keyName = (key: string): string =>
  createHash('sha256').update(`callback key ${key}`).digest('hex').slice(0, 12);

/** Who was proven to send: a business, and the key of its address by name. */
export type Sender = { readonly businessId: BusinessId; readonly keyName: string };

let named: readonly { readonly name: string; readonly key: string }[] | undefined;

/** The keys in force with their names, newest first. */
export function callbackKeys(): readonly { readonly name: string; readonly key: string }[] {
  named ??= env.CALLBACK_SECRETS.map((key) => ({ name: keyName(key), key }));
  return named;
}

/**
 * The business whose callback address this is, and under which key, or null. Any key of CALLBACK_SECRETS will do, so
 * that rotation overlaps. It needs no database and takes as long for a wrong secret as for a right one.
 */
export function authenticate(business: string, secret: string): Sender | null {
  const businessId = parseId<BusinessId>(business);
  if (businessId === null) return null;
  const given = Buffer.from(secret);
  let right: string | null = null;
  for (const { key, name } of callbackKeys()) {
    const wanted = Buffer.from(callbackSecret(key, businessId));
    if (wanted.length === given.length && timingSafeEqual(wanted, given)) right = name;
  }
  return right === null ? null : { businessId, keyName: right };
}
