import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Assertion, Registration } from '../schema.ts';

/**
 * An authenticator in software, as a phone or a security key has one: an ES256 key pair, CBOR structures and a counter.
 */

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

const flags = { present: 0x01, verified: 0x04, syncable: 0x08, backedUp: 0x10, attested: 0x40 } as const;

/** The mistakes of an authenticator. */
export type Behaviour = {
  readonly origin?: string;
  readonly host?: string;
  readonly isVerified?: boolean;
  /** Signs with another key. */
  readonly isForged?: boolean;
  /** The counter to report. Otherwise it grows. */
  readonly counter?: number;
  readonly userHandle?: string;
};

type Options = { readonly challenge: string };

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const uint16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};

/** A CBOR map of two coordinates, as COSE writes a P-256 key. */
const toCoseKey = (x: Buffer, y: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    x,
    Buffer.from([0x22, 0x58, 0x20]),
    y,
  ]);

/** The CBOR map `{fmt: 'none', attStmt: {}, authData}`. */
const toAttestationObject = (authenticatorData: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x59]),
    uint16(authenticatorData.byteLength),
    authenticatorData,
  ]);

const jwk = z.object({ x: z.string(), y: z.string() });

export class SoftAuthenticator {
  readonly credentialId = text(randomBytes(32));
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #otherKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #site: { readonly origin: string; readonly host: string };
  readonly #isSyncable: boolean;
  #counter = 0;
  #userHandle = '';

  constructor(
    site: { readonly origin: string; readonly host: string },
    { isSyncable = false }: { isSyncable?: boolean } = {},
  ) {
    this.#site = site;
    this.#isSyncable = isSyncable;
  }

  #clientData(type: string, { challenge }: Options, { origin = this.#site.origin }: Behaviour): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData({ host = this.#site.host, isVerified = true, counter }: Behaviour, more = 0): Buffer {
    this.#counter += 1;
    const sync = this.#isSyncable ? flags.syncable | flags.backedUp : 0;
    const set = flags.present | (isVerified ? flags.verified : 0) | sync | more;
    // Passkeys that are synchronised have no counter.
    const reported = counter ?? (this.#isSyncable ? 0 : this.#counter);
    return Buffer.concat([sha256(host), Buffer.from([set]), uint32(reported)]);
  }

  /** Creates the passkey, as `startRegistration` of the browser returns it. */
  create(
    options: Options & { readonly user: { readonly id: string } },
    behaviour: Behaviour = {},
  ): Registration {
    this.#userHandle = options.user.id;
    const { x, y } = jwk.parse(this.#keys.publicKey.export({ format: 'jwk' }));
    const id = Buffer.from(this.credentialId, 'base64url');
    const data = Buffer.concat([
      this.#authenticatorData(behaviour, flags.attested),
      Buffer.alloc(16),
      uint16(id.byteLength),
      id,
      toCoseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')),
    ]);
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key',
      response: {
        clientDataJSON: text(this.#clientData('webauthn.create', options, behaviour)),
        attestationObject: text(toAttestationObject(data)),
        transports: ['internal'],
      },
    };
  }

  /** Signs a challenge, as `startAuthentication` of the browser returns it. */
  sign(options: Options, behaviour: Behaviour = {}): Assertion {
    const clientData = this.#clientData('webauthn.get', options, behaviour);
    const data = this.#authenticatorData(behaviour);
    const keys = behaviour.isForged ? this.#otherKeys : this.#keys;
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(clientData)]))
      .sign(keys.privateKey);
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key',
      response: {
        clientDataJSON: text(clientData),
        authenticatorData: text(data),
        signature: text(signature),
        userHandle: behaviour.userHandle ?? this.#userHandle,
      },
    };
  }
}
