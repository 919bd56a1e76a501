import { expect, test } from 'vitest';
import { addMilliseconds, instant } from '#lib/values/instant.ts';
import type { RefusedHour } from './failing-deliveries.ts';
import { listFailingDeliveries } from './failing-deliveries.ts';

const now = instant(Date.UTC(2026, 10, 20, 12));
const minute = 60_000;
const hour = 60 * minute;
const refused = (from: number, to: number, more: Partial<RefusedHour> = {}): RefusedHour => ({
  kind: 'deposit-received',
  cause: 'address',
  count: 30,
  firstAt: addMilliseconds(now, -from),
  lastAt: addMilliseconds(now, -to),
  ...more,
});
const failing = (hours: readonly RefusedHour[], takenAgo: number | null = null) =>
  listFailingDeliveries(
    hours,
    now,
    () => (takenAgo === null ? null : addMilliseconds(now, -takenAgo)),
    (kind) => kind !== 'withdrawal',
  );

test('counts from the first refusal without a gap to the last one', () => {
  const [one, ...others] = failing([
    refused(9 * hour, 8.1 * hour),
    refused(3 * hour, 2.1 * hour),
    refused(2 * hour, 1.1 * hour),
    refused(hour, minute),
  ]);
  expect(others).toEqual([]);
  expect(one).toMatchObject({ count: 90, since: now - 3 * hour, until: now + 21 * hour });
});

test('separates causes and kinds, and expects no repetition of withdrawals', () => {
  const all = failing([
    refused(hour, minute),
    refused(2 * hour, minute, { cause: 'unavailable' }),
    refused(3 * hour, minute, { kind: 'withdrawal' }),
  ]);
  expect(all.map(({ kind, cause, until }) => [kind, cause, until])).toEqual([
    ['withdrawal', 'address', null],
    ['deposit-received', 'unavailable', now + 22 * hour],
    ['deposit-received', 'address', now + 23 * hour],
  ]);
});

test('ends once a callback of the kind is accepted and none fails afterwards', () => {
  expect(failing([refused(2 * hour, hour)], 30 * minute)).toEqual([]);
  expect(failing([refused(2 * hour, hour)], 90 * minute)).toHaveLength(1);
  expect(failing([refused(2 * hour, 3 * minute)], minute)).toHaveLength(1);
  expect(failing([refused(2 * hour, hour)], null)).toHaveLength(1);
  expect(failing([refused(26 * hour, 24 * hour)], null)).toEqual([]);
});

test('keeps failing after more than a day, when the first callback is lost', () => {
  const hours = Array.from({ length: 30 }, (_, index) => refused((index + 1) * hour, index * hour + minute));
  expect(failing(hours)[0]).toMatchObject({ since: now - 30 * hour, until: now - 6 * hour });
});
