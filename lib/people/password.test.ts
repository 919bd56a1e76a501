import { availableParallelism } from 'node:os';
import { expect, test, vi } from 'vitest';
import { threadPoolSize } from '#lib/platform/env.ts';
import { hashPassword, verifyPassword } from './password.ts';

type Work = { running: number; most: number; isBroken: boolean; readonly order: string[] };

const work = vi.hoisted((): Work => ({ running: 0, most: 0, isBroken: false, order: [] }));
const slots = Math.max(1, Math.min(Math.floor(availableParallelism() / 2), threadPoolSize - 2));
vi.mock('@node-rs/argon2', () => {
  const slowly = async (text: string) => {
    work.running += 1;
    work.most = Math.max(work.most, work.running);
    await new Promise(setImmediate);
    work.running -= 1;
    work.order.push(text);
    if (text === 'broken' || work.isBroken) throw new Error('no memory');
  };
  return {
    hash: async (password: string) => {
      await slowly(password);
      return `hash of ${password}`;
    },
    verify: async (stored: string, password: string) => {
      await slowly(password);
      return stored === `hash of ${password}`;
    },
  };
});

test('half of the processors hash passwords at the same time, in the order of the sign-ins', async () => {
  const passwords = ['1', '2', '3', '4', '5', '6'];
  const results = await Promise.all(passwords.map((password) => verifyPassword('hash of 3', password)));
  expect(results).toEqual([false, false, true, false, false, false]);
  expect(work.most).toBe(Math.min(6, slots));
  expect(work.order.filter((text) => passwords.includes(text))).toEqual(passwords);
});

test('a failed hash frees its slot, and a wrong hash is no match', async () => {
  const failed = await Promise.allSettled(Array.from({ length: 20 }, () => hashPassword('broken')));
  expect(failed.every(({ status }) => status === 'rejected')).toBe(true);
  expect(await verifyPassword('hash of broken', 'broken')).toBe(false);
  expect(await hashPassword('whole')).toBe('hash of whole');
});

test('an unknown account takes one check and is never right', async () => {
  work.order.length = 0;
  expect(await verifyPassword(null, 'not the password of any account')).toBe(false);
  expect(work.order).toHaveLength(1);
});

test('a known browser goes ahead of 200 strangers, whose queue being full does not refuse it', async () => {
  work.order.length = 0;
  const strangers = Array.from({ length: 200 }, () => verifyPassword('hash of x', 'a guess', 'stranger'));
  const settled = Promise.allSettled(strangers);
  expect(await verifyPassword('hash of right', 'right', 'known')).toBe(true);
  // Only hashes that had begun come first.
  expect(work.order.indexOf('right')).toBeLessThanOrEqual(slots);
  const refused = (await settled).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(100 - slots);
});

test('refuses further passwords while 100 wait', async () => {
  const results = await Promise.allSettled(Array.from({ length: 120 }, () => hashPassword('one of many')));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(Math.max(0, 20 - slots));
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'throttled' });
  expect(await hashPassword('whole')).toBe('hash of whole');
});

test('an unknown account can be checked again after the first check failed', async () => {
  vi.resetModules();
  const fresh = await import('./password.ts');
  work.isBroken = true;
  await expect(fresh.verifyPassword(null, 'a password')).rejects.toThrow('no memory');
  expect(await fresh.verifyPassword('hash of x', 'x')).toBe(false);
  work.isBroken = false;
  expect(await fresh.verifyPassword(null, 'a password')).toBe(false);
});
