import { expect, test } from 'vitest';
import { startSigningIn } from './sign-in-load.ts';

test('counts sign-ins whose session opens a page, and reports the others', async () => {
  const statuses = [200, 307];
  let signIns = 0;
  const load = startSigningIn(
    () => {
      signIns += 1;
      return signIns === 3 ? Promise.reject(new Error('refused')) : Promise.resolve(`session=${signIns}`);
    },
    async (cookie) => statuses[Number(cookie.split('=')[1]) - 1] ?? 200,
    1,
  );
  await expect.poll(() => signIns).toBeGreaterThanOrEqual(4);
  await load.end();
  expect(load.succeeded()).toBe(signIns - 2);
  expect(load.problems).toEqual(['the page of a new session answered 307', 'Error: refused']);
});

test('ends at once between two sign-ins', async () => {
  const load = startSigningIn(
    async () => '',
    async () => 200,
    60_000,
  );
  await expect.poll(() => load.succeeded()).toBe(1);
  await load.end();
  expect(load.succeeded()).toBe(1);
});
