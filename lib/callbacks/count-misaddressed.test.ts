import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { misaddressedCounter } from './count-misaddressed.ts';
import type { Count } from './store.ts';

vi.mock('#lib/platform/log.ts', () => ({ logger: () => ({ warn: () => undefined }) }));

const business = () => toId<BusinessId>(randomUUID());
const at = instant(Date.UTC(2026, 10, 20, 9, 30));

/** A counter whose time moves by hand. */
function counter() {
  const written: (readonly Count[])[] = [];
  const later: (() => void)[] = [];
  const state = { now: 0, isAway: false };
  const count = misaddressedCounter(
    async (counts) => {
      if (state.isAway) throw new Error('the database is away');
      written.push(counts);
    },
    () => state.now,
    (act) => void later.push(act),
  );
  const passMinute = async () => {
    state.now += 60_000;
    for (const act of later.splice(0)) act();
    await Promise.resolve();
  };
  return { count, written, later, state, passMinute };
}

test('the first is written at once, what comes within the minute with one write after it', async () => {
  const { count, written, later, passMinute } = counter();
  const businessId = business();
  const hour = Date.UTC(2026, 10, 20, 9);
  for (let one = 0; one < 500; one++) await count({ businessId, reason: 'secret', at });
  await count({ businessId, reason: 'kind', at });
  expect(written).toEqual([[{ businessId, reason: 'secret', hour, count: 1 }]]);
  expect(later).toHaveLength(1);
  await passMinute();
  expect(written[1]).toEqual([
    { businessId, reason: 'secret', hour, count: 499 },
    { businessId, reason: 'kind', hour, count: 1 },
  ]);
  await passMinute();
  expect(written).toHaveLength(2);
});

test('names without end take no memory without end', async () => {
  const { count, written, passMinute } = counter();
  for (let one = 0; one < 3_000; one++) await count({ businessId: business(), reason: 'secret', at });
  await passMinute();
  expect(written.map((counts) => counts.length)).toEqual([1, 1_000]);
});

test('a write that failed is made up for, and is nobody else’s failure', async () => {
  const { count, written, state, passMinute } = counter();
  const businessId = business();
  state.isAway = true;
  await count({ businessId, reason: 'secret', at });
  state.isAway = false;
  await count({ businessId, reason: 'secret', at });
  await passMinute();
  expect(written.flat().map((one) => one.count)).toEqual([2]);
});
