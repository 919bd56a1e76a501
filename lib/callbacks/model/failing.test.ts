import { expect, test } from 'vitest';
import { instant, later } from '#lib/values/instant.ts';
import type { RefusedHour } from './failing.ts';
import { failingDeliveries } from './failing.ts';

const now = instant(Date.UTC(2026, 10, 20, 12));
const minute = 60_000;
const hour = 60 * minute;
const refused = (from: number, to: number, more: Partial<RefusedHour> = {}): RefusedHour => ({
  kind: 'deposit-received',
  cause: 'address',
  count: 30,
  firstAt: later(now, -from),
  lastAt: later(now, -to),
  ...more,
});
const failing = (hours: readonly RefusedHour[], takenAgo: number | null = null) =>
  failingDeliveries(
    hours,
    now,
    () => (takenAgo === null ? null : later(now, -takenAgo)),
    (kind) => kind !== 'withdrawal',
  );

test('the countdown runs from the first refusal that nothing but the retries separates from the last', () => {
  const [one, ...others] = failing([
    refused(9 * hour, 8.1 * hour),
    refused(3 * hour, 2.1 * hour),
    refused(2 * hour, 1.1 * hour),
    refused(hour, minute),
  ]);
  expect(others).toEqual([]);
  expect(one).toMatchObject({ count: 90, since: now - 3 * hour, until: now + 21 * hour });
});

test('causes and kinds are judged apart; for a withdrawal nothing says that it is sent again', () => {
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

test('over once one of the kind was taken and no retry has failed since; not by one that is taken between failures', () => {
  expect(failing([refused(2 * hour, hour)], 30 * minute)).toEqual([]);
  expect(failing([refused(2 * hour, hour)], 90 * minute)).toHaveLength(1);
  expect(failing([refused(2 * hour, 3 * minute)], minute)).toHaveLength(1);
  expect(failing([refused(2 * hour, hour)], null)).toHaveLength(1);
  expect(failing([refused(26 * hour, 24 * hour)], null)).toEqual([]);
});

test('what has failed for longer than a day still fails: the first of it is lost', () => {
  const hours = Array.from({ length: 30 }, (_, index) => refused((index + 1) * hour, index * hour + minute));
  expect(failing(hours)[0]).toMatchObject({ since: now - 30 * hour, until: now - 6 * hour });
});
