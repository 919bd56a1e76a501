import { afterAll, expect, test, vi } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { countBound, wholeList } from '#lib/lists/model/query.ts';
import type { ListDefinition } from '../read-page.ts';
import { countWithCachedBound } from './cached-bound.ts';

afterAll(closeDatabase);

/** Stands in for another server instance, with an empty process memory. */
const createList = (isAppendOnly?: true): ListDefinition => ({
  name: 'payments',
  from: 'payment p',
  at: 'p.sort_at',
  id: 'p.payment_id',
  business: 'p.business_id',
  ...(isAppendOnly && { isAppendOnly }),
  conditions: () => [],
});
const pastBound = { count: countBound, more: true };
const expired = { ...wholeList, choices: { status: ['EXPIRED'] } };

test('stores once for all instances that an append-only list is past the bound', async () => {
  const [businessId, other] = [await createBusiness(), await createBusiness()];
  const count = vi.fn(async () => pastBound);
  const countRows = (query = wholeList, business = businessId, definition = createList(true)) =>
    countWithCachedBound(definition, business, query, count);
  expect(await countRows()).toEqual(pastBound);
  expect(await countRows()).toEqual(pastBound);
  expect(count).toHaveBeenCalledTimes(1);
  // Filtered lists, other businesses and lists that lose rows are counted each time.
  await countRows(expired);
  await countRows(expired);
  await countRows(wholeList, other);
  await countRows(wholeList, businessId, createList());
  expect(count).toHaveBeenCalledTimes(5);
});

test('counts again after a day and never remembers an exact count', async () => {
  const businessId = await createBusiness();
  const count = vi.fn(async () => ({ count: 12, more: false }));
  const countRows = () => countWithCachedBound(createList(true), businessId, wholeList, count);
  expect([await countRows(), await countRows()].map((result) => result?.count)).toEqual([12, 12]);
  const foundAt = new Date(Date.now() - 25 * 3_600_000);
  await database().listPastBound.create({ data: { businessId, list: 'payments', foundAt } });
  await countRows();
  expect(count).toHaveBeenCalledTimes(3);
  await database().listPastBound.updateMany({ where: { businessId }, data: { foundAt: new Date() } });
  expect(await countRows()).toEqual(pastBound);
  expect(count).toHaveBeenCalledTimes(3);
});
