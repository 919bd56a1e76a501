import { availableParallelism } from 'node:os';
import { expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

type Work = { running: number; most: number; readonly order: string[] };

const work = vi.hoisted((): Work => ({ running: 0, most: 0, order: [] }));
vi.mock('@node-rs/argon2', () => {
  const slowly = async (text: string) => {
    work.running += 1;
    work.most = Math.max(work.most, work.running);
    await new Promise(setImmediate);
    work.running -= 1;
    work.order.push(text);
    if (text === 'broken') throw new Error('no memory');
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
  expect(work.most).toBe(Math.min(6, Math.max(1, Math.floor(availableParallelism() / 2))));
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
