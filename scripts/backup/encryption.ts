import type { CipherGCM, DecipherGCM } from 'node:crypto';
import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto';
import { Transform } from 'node:stream';
import * as z from 'zod';
import { tBackup } from '#lib/messages/commands.ts';
import { StartFailure } from '../database/failure.ts';

/**
 * Encryption of an archive: scrypt derives a key from the passphrase, HKDF derives a key for each file, and AES-256-GCM
 * encrypts chunks. The nonce counts the chunks and marks the last one, so that chunks can't be reordered or cut off.
 */

export const encryptionShape = z.object({
  kdf: z.literal('scrypt'),
  cost: z
    .int()
    .min(1 << 14)
    .max(1 << 20),
  salt: z.base64url(),
  /** Detects a wrong passphrase before any file is read. */
  check: z.base64url(),
});
export type EncryptionSettings = z.infer<typeof encryptionShape>;

/** Derives the key of a file, or of another purpose, from the archive's key. */
export type ArchiveKey = { readonly derive: (purpose: string) => Buffer };

const scryptCost = 1 << 17;
const chunkBytes = 64 * 1024;
const tagBytes = 16;

function deriveArchiveKey(passphrase: string, salt: Buffer, cost: number): ArchiveKey {
  const key = scryptSync(passphrase.normalize('NFKC'), salt, 32, { N: cost, r: 8, p: 1, maxmem: 2 ** 31 });
  return { derive: (purpose) => Buffer.from(hkdfSync('sha256', key, salt, purpose, 32)) };
}

/** Creates the key of a new archive. */
export function createArchiveKey(passphrase: string): { settings: EncryptionSettings; key: ArchiveKey } {
  const salt = randomBytes(32);
  const key = deriveArchiveKey(passphrase, salt, scryptCost);
  const check = key.derive('check').toString('base64url');
  return { settings: { kdf: 'scrypt', cost: scryptCost, salt: salt.toString('base64url'), check }, key };
}

/**
 * Derives the key of an existing archive.
 * @throws StartFailure for another passphrase.
 */
export function openArchiveKey(passphrase: string, { salt, cost, check }: EncryptionSettings): ArchiveKey {
  const key = deriveArchiveKey(passphrase, Buffer.from(salt, 'base64url'), cost);
  const expected = Buffer.from(check, 'base64url');
  const derived = key.derive('check');
  if (expected.length !== derived.length || !timingSafeEqual(expected, derived))
    throw new StartFailure(tBackup('passphrase.wrong'));
  return key;
}

function buildNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(isLast ? 1 : 0, 0);
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
}

/** Splits a stream into blocks of one size and passes each to `convert`, the last one marked. */
function createBlockTransform(
  size: number,
  convert: (block: Buffer, index: number, isLast: boolean) => Buffer,
): Transform {
  let pending = Buffer.alloc(0);
  let index = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        pending = Buffer.concat([pending, chunk]);
        // The last block is known only at the end, so one block always waits.
        while (pending.length > size) {
          this.push(convert(pending.subarray(0, size), index, false));
          index += 1;
          pending = pending.subarray(size);
        }
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
    flush(done) {
      try {
        done(null, convert(pending, index, true));
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}

/** Encrypts a file of the archive. Each chunk grows by its tag of 16 bytes. */
export function createEncryption(key: ArchiveKey, file: string): Transform {
  const fileKey = key.derive(`file ${file}`);
  return createBlockTransform(chunkBytes, (block, index, isLast) => {
    const cipher: CipherGCM = createCipheriv('aes-256-gcm', fileKey, buildNonce(index, isLast));
    return Buffer.concat([cipher.update(block), cipher.final(), cipher.getAuthTag()]);
  });
}

/** Decrypts a file of the archive. Fails when a chunk was changed, moved or cut off. */
export function createDecryption(key: ArchiveKey, file: string): Transform {
  const fileKey = key.derive(`file ${file}`);
  return createBlockTransform(chunkBytes + tagBytes, (block, index, isLast) => {
    if (block.length < tagBytes) throw new StartFailure(tBackup('damaged', { file }));
    const decipher: DecipherGCM = createDecipheriv('aes-256-gcm', fileKey, buildNonce(index, isLast));
    decipher.setAuthTag(block.subarray(block.length - tagBytes));
    try {
      return Buffer.concat([decipher.update(block.subarray(0, block.length - tagBytes)), decipher.final()]);
    } catch (error) {
      throw new StartFailure(tBackup('damaged', { file }), error);
    }
  });
}
