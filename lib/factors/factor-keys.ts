import 'server-only';
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { env } from '#lib/platform/env.ts';
import type { PersonId } from '#lib/values/ids.ts';

/** The factor to which a secret belongs. An encrypted secret can't be moved to another one. */
type SecretOwner = { readonly personId: PersonId; readonly factorId: string };

/** A secret as it is stored. */
export type EncryptedSecret = { readonly keyId: string; readonly secret: Uint8Array<ArrayBuffer> };

type FactorKey = { readonly id: string; readonly key: Buffer };

const purpose = 'countinghouse second factor';
const nonceLength = 12;
const tagLength = 16;

/** The id doesn't reveal the key: it is the start of a hash under another purpose. */
const toKey = (text: string): FactorKey => ({
  id: createHash('sha256').update(`${purpose} id ${text}`).digest('base64url').slice(0, 11),
  key: Buffer.from(hkdfSync('sha256', text, '', purpose, 32)),
});

/** The keys of FACTOR_KEYS, newest first. */
const readKeys = (): readonly FactorKey[] => (env.FACTOR_KEYS ?? []).map(toKey);

/** Returns true if this process can encrypt the secrets of second factors. */
export const hasFactorKeys = (): boolean => (env.FACTOR_KEYS ?? []).length > 0;

/** Returns the id of the newest key, or null without one. */
export const readNewestKeyId = (): string | null => readKeys()[0]?.id ?? null;

/** Returns true if FACTOR_KEYS contains the key with this id. */
export const isUsableKey = (keyId: string): boolean => readKeys().some(({ id }) => id === keyId);

/** Returns true for a secret that isn't encrypted under the newest key. */
export const isFormerKey = (keyId: string): boolean => readKeys()[0]?.id !== keyId;

const toAad = ({ personId, factorId }: SecretOwner): Buffer =>
  Buffer.from(`${purpose} ${personId} ${factorId}`);

/** Encrypts a secret under the newest key with AES-256-GCM. Throws an Error without a key. */
export function encryptSecret(secret: Uint8Array, owner: SecretOwner): EncryptedSecret {
  const [newest] = readKeys();
  if (newest === undefined) throw new Error('FACTOR_KEYS is not set');
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', newest.key, nonce).setAAD(toAad(owner));
  const encrypted = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  return { keyId: newest.id, secret: Uint8Array.from(encrypted) };
}

/** Returns a stored secret, or null if its key is missing or the bytes belong to another factor. */
export function decryptSecret({ keyId, secret }: EncryptedSecret, owner: SecretOwner): Uint8Array | null {
  const found = readKeys().find(({ id }) => id === keyId);
  if (found === undefined || secret.length <= nonceLength + tagLength) return null;
  const bytes = Buffer.from(secret);
  const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
    .setAAD(toAad(owner))
    .setAuthTag(bytes.subarray(-tagLength));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceLength, -tagLength)), decipher.final()]);
  } catch {
    return null;
  }
}
