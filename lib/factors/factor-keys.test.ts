import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { decryptSecret, encryptSecret, hasFactorKeys, isFormerKey } from './factor-keys.ts';

const keys: { FACTOR_KEYS?: string[] } = vi.hoisted(() => ({}));
vi.mock('#lib/platform/env.ts', () => ({ env: keys }));

const former = 'a-former-key-of-the-test-that-is-long-enough';
const newest = 'the-newest-key-of-the-test-that-is-long-enough';
const owner = { personId: toId<PersonId>(randomUUID()), factorId: randomUUID() };
const secret = new TextEncoder().encode('12345678901234567890');

beforeEach(() => {
  keys.FACTOR_KEYS = [former];
});

test('decrypts a secret under a former key after a rotation', () => {
  const stored = encryptSecret(secret, owner);
  expect(isFormerKey(stored.keyId)).toBe(false);
  keys.FACTOR_KEYS = [newest, former];
  expect(isFormerKey(stored.keyId)).toBe(true);
  expect(decryptSecret(stored, owner)).toEqual(Buffer.from(secret));
  const renewed = encryptSecret(secret, owner);
  keys.FACTOR_KEYS = [newest];
  expect(decryptSecret(renewed, owner)).toEqual(Buffer.from(secret));
  expect(decryptSecret(stored, owner)).toBeNull();
});

test('a stored secret is useless for another person, another factor and after a change', () => {
  const stored = encryptSecret(secret, owner);
  expect(decryptSecret(stored, { ...owner, personId: toId<PersonId>(randomUUID()) })).toBeNull();
  expect(decryptSecret(stored, { ...owner, factorId: randomUUID() })).toBeNull();
  const changed = stored.secret.map((byte, index) => (index === 15 ? byte ^ 1 : byte));
  expect(decryptSecret({ ...stored, secret: changed }, owner)).toBeNull();
  expect(decryptSecret({ ...stored, secret: stored.secret.slice(0, 20) }, owner)).toBeNull();
});

test('encrypts the same secret differently each time, and neither stores the secret nor the key', () => {
  const [one, two] = [encryptSecret(secret, owner), encryptSecret(secret, owner)];
  expect(one.secret).not.toEqual(two.secret);
  expect(Buffer.from(one.secret).includes(Buffer.from(secret))).toBe(false);
  expect(one.keyId).toHaveLength(11);
});

test('an installation without a key stores no secrets', () => {
  delete keys.FACTOR_KEYS;
  expect(hasFactorKeys()).toBe(false);
  expect(() => encryptSecret(secret, owner)).toThrow('FACTOR_KEYS');
});
