import { afterAll, expect, test, vi } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { countBound, wholeList } from '#lib/lists/model/query.ts';
import type { ListDefinition } from '../read-page.ts';
import { countWithMemory } from './remembered-bound.ts';

afterAll(closeDatabase);

/** As another instance has it: nothing that this process remembers is about it. */
const listOf = (onlyGrows?: true): ListDefinition => ({
  name: 'payments',
  from: 'payment p',
  at: 'p.sort_at',
  id: 'p.payment_id',
  business: 'p.business_id',
  ...(onlyGrows && { onlyGrows }),
  conditions: () => [],
});
const many = { count: countBound, more: true };
const expired = { ...wholeList, choices: { status: ['EXPIRED'] } };

test('that a list which only grows is past the bound is found once, for every instance', async () => {
  const [businessId, other] = [await createBusiness(), await createBusiness()];
  const count = vi.fn(async () => many);
  const ask = (query = wholeList, business = businessId, keyset = listOf(true)) =>
    countWithMemory(keyset, business, query, count);
  expect(await ask()).toEqual(many);
  expect(await ask()).toEqual(many);
  expect(count).toHaveBeenCalledTimes(1);
  // A filtered part, another business and a list that rows leave are counted each time.
  await ask(expired);
  await ask(expired);
  await ask(wholeList, other);
  await ask(wholeList, businessId, listOf());
  expect(count).toHaveBeenCalledTimes(5);
});

test('it is counted again after a day, and an exact count is never kept', async () => {
  const businessId = await createBusiness();
  const count = vi.fn(async () => ({ count: 12, more: false }));
  const ask = () => countWithMemory(listOf(true), businessId, wholeList, count);
  expect([await ask(), await ask()].map((told) => told?.count)).toEqual([12, 12]);
  const foundAt = new Date(Date.now() - 25 * 3_600_000);
  await database().listPastBound.create({ data: { businessId, list: 'payments', foundAt } });
  await ask();
  expect(count).toHaveBeenCalledTimes(3);
  await database().listPastBound.updateMany({ where: { businessId }, data: { foundAt: new Date() } });
  expect(await ask()).toEqual(many);
  expect(count).toHaveBeenCalledTimes(3);
});
