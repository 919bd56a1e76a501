import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { addMilliseconds, instant } from '#lib/values/instant.ts';
import type { RefusalCount } from '../store.ts';
import { createRefusalCounter } from './count-refusals.ts';

vi.mock('#lib/platform/log.ts', () => ({ logger: () => ({ warn: () => undefined }) }));

const business = () => toId<BusinessId>(randomUUID());
const hour = Date.UTC(2026, 10, 20, 9);
const at = instant(hour + 30 * 60_000);

/** Creates a counter with a manual clock. */
function counter() {
  const written: (readonly RefusalCount[])[] = [];
  const waiting: (() => void)[] = [];
  const waits: number[] = [];
  const state = { now: 0, isAway: false, tries: 0 };
  const { count, stop } = createRefusalCounter(
    async (counts) => {
      state.tries += 1;
      if (state.isAway) throw new Error('the database is away');
      written.push(counts);
    },
    () => state.now,
    (act, milliseconds) => {
      waiting.push(act);
      waits.push(milliseconds);
    },
  );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const passTime = async () => {
    state.now += 10_000;
    for (const act of waiting.splice(0)) act();
    await settle();
  };
  return { count, stop, written, waiting, waits, state, passTime, settle };
}

test('writes the first refusal at once, and those of the next two seconds together, by kind and with their times', async () => {
  const { count, written, waiting, waits, passTime } = counter();
  const businessId = business();
  const one = { businessId, kind: 'withdrawal', reason: 'secret' } as const;
  await count({ ...one, at });
  for (let more = 1; more < 500; more++) void count({ ...one, at: addMilliseconds(at, more) });
  void count({ ...one, kind: 'unknown', reason: 'kind', at });
  expect(written).toEqual([[{ ...one, hour, count: 1, firstAt: at, lastAt: at }]]);
  expect(waiting).toHaveLength(1);
  // A killed process loses at most these.
  expect(waits).toEqual([2_000]);
  await passTime();
  expect(written[1]).toEqual([
    { ...one, hour, count: 499, firstAt: at + 1, lastAt: at + 499 },
    { businessId, kind: 'unknown', reason: 'kind', hour, count: 1, firstAt: at, lastAt: at },
  ]);
  await passTime();
  expect(written).toHaveLength(2);
});

test('tries one write during an outage, and another one every ten seconds', async () => {
  const { count, written, waits, state, passTime, settle } = counter();
  const businessId = business();
  state.isAway = true;
  const refuse = () => void count({ businessId, kind: 'withdrawal', reason: 'unavailable', at });
  for (let one = 0; one < 300; one++) refuse();
  await settle();
  expect(state.tries).toBe(1);
  for (let one = 0; one < 300; one++) refuse();
  await passTime();
  expect(state.tries).toBe(2);
  expect(waits.at(-1)).toBe(10_000);
  state.isAway = false;
  await passTime();
  expect(state.tries).toBe(3);
  expect(written.flat()).toMatchObject([{ businessId, count: 600 }]);
});

test('bounds memory for unknown names and still counts refusals of the service', async () => {
  const { count, written, passTime } = counter();
  const businessId = business();
  for (let one = 0; one < 3_000; one++)
    void count({ businessId: business(), kind: 'unknown', reason: 'secret', at });
  void count({ businessId, kind: 'deposit-received', reason: 'unavailable', at });
  await passTime();
  await passTime();
  expect(
    written
      .map((counts) => counts.length)
      .toSorted((left, right) => left - right)
      .at(-1),
  ).toBe(1_001);
  expect(written.flat().filter((one) => one.businessId === businessId)).toHaveLength(1);
});

test('writes the counts of an outage after it, without a further refusal', async () => {
  const { count, written, state, passTime } = counter();
  const one = { businessId: business(), kind: 'deposit-received', reason: 'unavailable' } as const;
  state.isAway = true;
  await count({ ...one, at });
  for (let more = 0; more < 3; more++) void count({ ...one, at });
  await passTime();
  await passTime();
  expect(written).toEqual([]);
  state.isAway = false;
  await passTime();
  expect(written.flat()).toEqual([{ ...one, hour, count: 4, firstAt: at, lastAt: at }]);
});

test('writes pending counts when stopped, and later ones at once', async () => {
  const { count, stop, written, settle } = counter();
  const one = { businessId: business(), kind: 'withdrawal', reason: 'secret', at } as const;
  await count(one);
  const waiting = count(one);
  await stop();
  await waiting;
  expect(written.map((counts) => counts.map((each) => each.count))).toEqual([[1], [1]]);
  await count(one);
  await settle();
  expect(written).toHaveLength(3);
});
