import 'server-only';
import type { KeyObject } from 'node:crypto';
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';

/** An Ed25519 key that signs anchors. */
export type SigningKey = {
  readonly id: string;
  /** The raw 32 bytes in base64url. */
  readonly publicKey: string;
  readonly sign: (text: string) => string;
};

/** The DER header of a PKCS #8 Ed25519 private key (RFC 8410). The 32 bytes of the seed follow. */
const pkcs8Header = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Returns the first 16 hexadecimal digits of the SHA-256 of the public key. */
export const createKeyId = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex').slice(0, 16);

/** Reads a private key from its 32-byte seed in base64 or base64url. */
export function readSigningKey(seed: string): SigningKey {
  const der = Buffer.concat([pkcs8Header, Buffer.from(seed, 'base64')]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '';
  return {
    id: createKeyId(publicKey),
    publicKey,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  };
}

function importPublicKey(publicKey: string): KeyObject | null {
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  } catch {
    return null;
  }
}

/** Returns false for a wrong signature and for an unreadable public key. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const key = importPublicKey(publicKey);
  return key !== null && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}
