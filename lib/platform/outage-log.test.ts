import { expect, test } from 'vitest';
import { OutageLog } from './outage-log.ts';

test('has a line at the beginning, for each other reason, and at the end', () => {
  let now = 0;
  const outage = new OutageLog(() => now);
  expect(outage.succeed()).toBeNull();
  expect([outage.fail('refused'), outage.fail('refused'), outage.fail('shutting down')]).toEqual([
    true,
    false,
    true,
  ]);
  now = 65_400;
  expect(outage.succeed()).toEqual({ failures: 3, seconds: 65 });
  expect(outage.succeed()).toBeNull();
  expect(outage.fail('shutting down')).toBe(true);
});
