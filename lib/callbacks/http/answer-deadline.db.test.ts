import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { inPlainTransaction } from '#lib/database/statements.ts';
import { findDeadline, withinDeadline } from './answer-deadline.ts';

afterAll(closeDatabase);

test('gives callbacks that may come only once ten seconds, and deposits two unless the database works', () => {
  const now = performance.now();
  for (const kind of ['withdrawal', 'deposit-exchanged'] as const)
    expect(findDeadline(kind, now)).toEqual({ due: now + 10_000, last: now + 10_000 });
  expect(findDeadline('deposit-received', now)).toEqual({ due: now + 1_900, last: now + 10_000 });
  // A body that took long to arrive.
  const late = findDeadline('deposit-received', now - 20_000);
  expect([late.due > now + 1_000, late.last > now + 1_000]).toEqual([true, true]);
});

test('waits beyond the deadline only while the database answers', async () => {
  const never = new Promise<string>(() => undefined);
  const slow = pause(1_500).then(() => 'stored');
  const deadline = () => ({ due: performance.now() + 100, last: performance.now() + 8_000 });
  await pause(1_600);
  expect(await withinDeadline(never, deadline())).toBeNull();
  const answering = setInterval(() => void inPlainTransaction(async ({ run }) => run('SELECT 1', [])), 200);
  await inPlainTransaction(async ({ run }) => run('SELECT 1', []));
  expect(await withinDeadline(slow, deadline())).toBe('stored');
  clearInterval(answering);
});
