import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { reserveSendTime } from './send-time-store.ts';

test('spaces the turns of all processes equally', async () => {
  const kind = randomUUID();
  const perSecond = 0.5;
  // Each call has a connection of its own, as in several processes.
  const delays = (
    await Promise.all(Array.from({ length: 6 }, () => reserveSendTime(kind, perSecond)))
  ).toSorted((one, other) => one - other);
  const [first = -1] = delays;
  expect(first).toBe(0);
  // Two seconds for each, less the time that the calls took.
  delays.forEach((delay, at) => {
    expect(delay).toBeLessThanOrEqual(at * 2_000);
    if (at > 0) expect(delay - (delays[at - 1] ?? 0)).toBeGreaterThan(500);
  });
});

test('ignores a turn that a clock set back has left far ahead', async () => {
  const kind = randomUUID();
  await database().rateLimit.create({ data: { key: `turn:${kind}`, expire: Date.now() + 3_600_000 } });
  expect(await reserveSendTime(kind, 2)).toBeLessThanOrEqual(60_000);
});
