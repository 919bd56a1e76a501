import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { recoveryCodeCount, recoveryCodeLength } from './model.ts';

/** Letters and digits that can't be mistaken for one another. There are 32, so each one is 5 random bits. */
const letters = '123456789abcdefghjkmnpqrstuvwxyz';

const createCode = (): string => {
  const text = [...randomBytes(recoveryCodeLength)].map((byte) => letters[byte % letters.length]).join('');
  return text.replace(/(.{4})(?=.)/g, '$1-');
};

/** Creates ten codes with 120 random bits each, such as `k3fa-9m2x-…`. */
export const createRecoveryCodes = (): readonly string[] =>
  Array.from({ length: recoveryCodeCount }, createCode);

/** Returns the SHA-256 of a code. Hyphens, spaces and capital letters don't matter. */
export const hashRecoveryCode = (code: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest());
