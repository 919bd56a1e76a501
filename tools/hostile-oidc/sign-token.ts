import type { KeyObject } from 'node:crypto';
import { constants, createHmac, generateKeyPairSync, sign } from 'node:crypto';

/** Signs ID tokens in every way, also in those that must be refused. */

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2_048 });

export type Signature = 'RS256' | 'PS256' | 'ES256' | 'HS256' | 'HS256-key' | 'none' | 'stranger' | 'broken';

/** The public keys that the provider publishes. */
export const publicKeys = [
  { ...rsa.publicKey.export({ format: 'jwk' }), kid: 'rsa', use: 'sig' },
  { ...elliptic.publicKey.export({ format: 'jwk' }), kid: 'elliptic', use: 'sig' },
];

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const withRsa = (key: KeyObject) => (text: string) => sign('sha256', Buffer.from(text), key);

type Signer = {
  readonly header: Readonly<Record<string, string>>;
  readonly sign: (text: string) => Uint8Array;
};

const withSecret = (secret: string | Buffer): Signer => ({
  header: { alg: 'HS256', kid: 'rsa' },
  sign: (text) => createHmac('sha256', secret).update(text).digest(),
});

const findSigner = (signature: Signature, clientSecret: string): Signer => {
  switch (signature) {
    case 'RS256':
      return { header: { alg: 'RS256', kid: 'rsa' }, sign: withRsa(rsa.privateKey) };
    case 'PS256':
      return {
        header: { alg: 'PS256', kid: 'rsa' },
        sign: (text) =>
          sign('sha256', Buffer.from(text), {
            key: rsa.privateKey,
            padding: constants.RSA_PKCS1_PSS_PADDING,
            saltLength: 32,
          }),
      };
    case 'ES256':
      return {
        header: { alg: 'ES256', kid: 'elliptic' },
        sign: (text) =>
          sign('sha256', Buffer.from(text), { key: elliptic.privateKey, dsaEncoding: 'ieee-p1363' }),
      };
    case 'HS256':
      return withSecret(clientSecret);
    case 'HS256-key':
      return withSecret(rsa.publicKey.export({ format: 'pem', type: 'spki' }));
    case 'none':
      return { header: { alg: 'none' }, sign: () => new Uint8Array() };
    case 'stranger':
      return { header: { alg: 'RS256', kid: 'rsa' }, sign: withRsa(stranger.privateKey) };
    case 'broken':
      return { header: { alg: 'RS256', kid: 'rsa' }, sign: () => Buffer.alloc(256, 7) };
  }
};

/** Returns a signed token. `header` replaces fields of the header. */
export function signToken(
  claims: unknown,
  signature: Signature,
  { clientSecret, header = {} }: { clientSecret: string; header?: Readonly<Record<string, unknown>> },
): string {
  const signer = findSigner(signature, clientSecret);
  const text = `${encode({ typ: 'JWT', ...signer.header, ...header })}.${encode(claims)}`;
  return `${text}.${Buffer.from(signer.sign(text)).toString('base64url')}`;
}
