import { describe, expect, test } from 'vitest';
import type { Callback } from '../storage/callbacks.ts';
import { nextAttempt } from './dispatcher.ts';

const created = 1_790_000_000_000;
const callback = (kind: Callback['kind'], next: number): Callback => ({
  seq: 1,
  id: 'one',
  businessId: 'b',
  kind,
  subject: 'd',
  body: '{}',
  created,
  next,
  state: 'waiting',
});

describe('§6.1 the schedule of the deposit callback', () => {
  test('repeats every two minutes from the planned time, for 24 hours', () => {
    const times = [created];
    for (;;) {
      const last = times.at(-1) ?? created;
      // A slow attempt does not delay the next one.
      const next = nextAttempt(callback('deposit-received', last), last + 9_000, false);
      if (next === null) break;
      times.push(next);
    }
    expect(times).toHaveLength(721);
    expect(times[1]).toBe(created + 120_000);
    expect(times.at(-1)).toBe(created + 86_400_000);
  });

  test.each(['withdrawal', 'deposit-exchanged'] as const)('§6.3: sends none for %s (assumption)', (kind) => {
    expect(nextAttempt(callback(kind, created), created, false)).toBeNull();
    expect(nextAttempt(callback(kind, created), created, true)).toBe(created + 120_000);
  });
});
