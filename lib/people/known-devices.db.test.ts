import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createSignInContext } from '#lib/database/testing/tenant.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { checkCredentials } from './index.ts';

/** Sign-ins while many wait for a hash. Each hash ends when the test says so. */

/** A hash of other settings would be renewed by the sign-in, which takes another one. */
const currentFormat = '$argon2id$v=19$m=19456,t=2,p=1$';

const hashes = vi.hoisted((): { readonly running: (() => void)[] } => ({ running: [] }));
vi.mock('@node-rs/argon2', () => {
  const wait = () => new Promise<void>((resolve) => hashes.running.push(resolve));
  return {
    hash: async () => {
      await wait();
      return 'a hash';
    },
    verify: async (stored: string, password: string) => {
      await wait();
      return stored.endsWith(`$hash of ${password}`);
    },
  };
});

const context = createSignInContext(systemClock);

const endOneHash = async (): Promise<void> => {
  await vi.waitFor(() => expect(hashes.running.length).toBeGreaterThan(0), { timeout: 60_000 });
  hashes.running.shift()?.();
};

/** Signs in to an unknown account, from an address of its own. */
const guess = (index: number) =>
  checkCredentials(
    context,
    { email: `${randomUUID()}@example.test`, password: 'a quiet guess' },
    { address: `203.0.${113 + (index >> 8)}.${index & 255}`, userAgent: null, knownDevice: async () => null },
  );

test('a known device signs in after two hashes while 200 strangers wait, and an unknown one does not', async () => {
  const email = `${randomUUID()}@example.test`;
  const person = { email, name: 'Known', passwordHash: `${currentFormat}hash of a quiet long password` };
  await database().person.create({ data: person });
  const signIn = (device: string | null) =>
    checkCredentials(
      context,
      { email, password: 'a quiet long password' },
      {
        address: '198.51.100.7',
        userAgent: null,
        knownDevice: async () => (device === null ? null : { id: device, rememberedAt: systemClock.now() }),
      },
    );
  const queue = () => globalThis.countinghouseHashQueue;
  const strangers = Promise.allSettled(Array.from({ length: 200 }, (_, index) => guess(index)));
  // The hash that stands for the ones of unknown accounts.
  await endOneHash();
  await vi.waitFor(() => expect(queue()?.stranger.length).toBe(100), { timeout: 60_000 });
  await expect(signIn(null)).rejects.toMatchObject({ code: 'throttled' });
  let isSignedIn = false;
  const known = signIn(randomUUID()).then(() => {
    isSignedIn = true;
  });
  await vi.waitFor(() => expect(queue()?.known.length).toBe(1), { timeout: 60_000 });
  const slots = queue()?.running ?? 0;
  for (let ended = 0; ended < slots * 2; ended += 1) await endOneHash();
  await vi.waitFor(() => expect(isSignedIn).toBe(true), { timeout: 60_000 });
  await known;
  const all = strangers.then(() => 'done' as const);
  while ((await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 0))])) !== 'done')
    hashes.running.shift()?.();
});
