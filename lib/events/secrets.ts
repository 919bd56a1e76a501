import 'server-only';
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';
import { env } from '#lib/platform/env.ts';

const purpose = 'countinghouse event secret';
const nonceLength = 12;
const tagLength = 16;
/** 32 bytes sign with HMAC, and 32 are the private key of Ed25519. */
const half = 32;

/**
 * The key of this process. The worker sends events but must not have FACTOR_KEYS, so the key is derived from the secret that
 * every part has. With another NEXTAUTH_SECRET, owners rotate the secrets of their endpoints.
 */
const readKey = (): Buffer => Buffer.from(hkdfSync('sha256', env.NEXTAUTH_SECRET, '', purpose, 32));

const toAad = (endpointId: string): Buffer => Buffer.from(`${purpose} ${endpointId}`);

/** Creates the keys of an endpoint. */
export const createSecret = (): Uint8Array => randomBytes(2 * half);

/** The address of a chat channel as it is stored in the place of keys, and back. */
export const packAddress = (url: string): Uint8Array => Buffer.from(url);
export const unpackAddress = (secret: Uint8Array): string => Buffer.from(secret).toString();

const shownCharacters = 4;
/** Returns the part of the address of a chat channel that may be shown. */
export const maskAddress = (url: string): string =>
  `${new URL(url).origin}/…${url.length > 60 ? url.slice(-shownCharacters) : ''}`;

/** Encrypts the keys of an endpoint with AES-256-GCM. They can't be moved to another endpoint. */
export function encryptSecret(secret: Uint8Array, endpointId: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', readKey(), nonce).setAAD(toAad(endpointId));
  return Uint8Array.from(Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]));
}

/** Returns the keys of an endpoint, or null if another NEXTAUTH_SECRET encrypted them. */
export function decryptSecret(stored: Uint8Array, endpointId: string): Uint8Array | null {
  const bytes = Buffer.from(stored);
  if (bytes.length <= nonceLength + tagLength) return null;
  const decipher = createDecipheriv('aes-256-gcm', readKey(), bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
    .setAAD(toAad(endpointId))
    .setAuthTag(bytes.subarray(-tagLength));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceLength, -tagLength)), decipher.final()]);
  } catch {
    return null;
  }
}

/** Former keys, and until when they sign. */
export type FormerKeys = { readonly keys: Uint8Array; readonly until: number };

const keysLength = 2 * half;
const entryLength = keysLength + 8;

/** Writes former keys as one secret, each with the end of its time. */
export const packFormerKeys = (former: readonly FormerKeys[]): Uint8Array =>
  Buffer.concat(
    former.flatMap(({ keys, until }) => {
      const end = Buffer.alloc(8);
      end.writeBigUInt64BE(BigInt(until));
      return [keys, end];
    }),
  );

/** Reads former keys. */
export function unpackFormerKeys(secret: Uint8Array): readonly FormerKeys[] {
  const bytes = Buffer.from(secret);
  return Array.from({ length: Math.floor(bytes.length / entryLength) }, (_, index) => {
    const start = index * entryLength;
    return {
      keys: bytes.subarray(start, start + keysLength),
      until: Number(bytes.readBigUInt64BE(start + keysLength)),
    };
  });
}

/** The fixed beginning of an Ed25519 private key in PKCS #8 (RFC 8410). */
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex');

const toPrivateKey = (secret: Uint8Array) =>
  createPrivateKey({
    key: Buffer.concat([pkcs8Start, secret.subarray(half)]),
    format: 'der',
    type: 'pkcs8',
  });

/** Writes the shared secret as Standard Webhooks does: `whsec_…`. */
export const writeSharedSecret = (secret: Uint8Array): string =>
  `whsec_${Buffer.from(secret.subarray(0, half)).toString('base64')}`;

/** Writes the public key as Standard Webhooks does: `whpk_…`. */
export const writePublicKey = (secret: Uint8Array): string =>
  `whpk_${createPublicKey(toPrivateKey(secret)).export({ format: 'der', type: 'spki' }).subarray(-half).toString('base64')}`;

/** Returns the header `webhook-signature`: for each secret, newest first, one signature with HMAC and one with Ed25519. */
export function signEvent(
  secrets: readonly Uint8Array[],
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: string },
): string {
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  return secrets
    .flatMap((secret) => [
      `v1,${createHmac('sha256', secret.subarray(0, half)).update(content).digest('base64')}`,
      `v1a,${sign(null, content, toPrivateKey(secret)).toString('base64')}`,
    ])
    .join(' ');
}
