import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { waitUntil, waitUntilTime } from './wait-until.ts';

test('waits until the condition is met, and throws after the time', async () => {
  let calls = 0;
  await waitUntil(async () => {
    calls += 1;
    return calls === 2;
  }, 'second call');
  expect(calls).toBe(2);
  await expect(waitUntil(async () => false, 'row with an outcome', 1)).rejects.toThrow(
    'no row with an outcome',
  );
});

test('waits until the clock shows the time, also if a timer ends before', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
  try {
    let ended = false;
    const waiting = waitUntilTime(1_001).then(() => {
      ended = true;
    });
    await pause(20);
    expect(ended).toBe(false);
    vi.setSystemTime(1_001);
    await waiting;
  } finally {
    vi.useRealTimers();
  }
});
