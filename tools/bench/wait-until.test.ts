import { expect, test } from 'vitest';
import { waitUntil } from './wait-until.ts';

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
