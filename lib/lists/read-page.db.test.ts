import { expect, test } from 'vitest';
import { insertPayment } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { slowCount, wholeList } from '#lib/lists/model/query.ts';
import { countRows } from './count-rows.ts';
import type { ListDefinition } from './definition.ts';
import { readPage } from './read-page.ts';

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day);

/** A list whose rows take seconds to check where the condition holds. */
const slowWhere = (condition: string): ListDefinition => ({
  name: 'slow',
  from: 'payment p',
  at: 'p.sort_at',
  id: 'p.payment_id',
  business: 'p.business_id',
  conditions: () => [`(NOT (${condition}) OR pg_sleep(3) IS NOT NULL)`],
});
const isOld = "p.sort_at < now() - interval '91 days'";

const ids = { select: 'p.payment_id::text AS id', read: (row: Record<string, unknown>) => row['id'] };
const limits = { pageMs: 300 };

test('reads the newest 90 days and says so where the whole list takes too long', async () => {
  const { businessId } = await createTenant();
  const newest = await insertPayment(businessId, { sortAt: inDays(-1) });
  const older = await insertPayment(businessId, { sortAt: inDays(-89) });
  await insertPayment(businessId, { sortAt: inDays(-100) });
  const input = { businessId, query: wholeList, ...ids };
  expect(await readPage(slowWhere(isOld), input, limits)).toMatchObject({
    rows: [newest, older],
    after: null,
    searchedDays: 90,
  });
  expect(await readPage(slowWhere('false'), input, limits)).toMatchObject({ searchedDays: null });
});

test('asks for a period where even the newest days take too long, and can read on', async () => {
  const { businessId } = await createTenant();
  const id = await insertPayment(businessId, { sortAt: inDays(-1) });
  const input = { businessId, query: wholeList, ...ids };
  await expect(readPage(slowWhere('true'), input, limits)).rejects.toMatchObject({
    code: 'unavailable',
    message: 'This list takes too long to read. Choose a period.',
  });
  expect((await readPage(slowWhere('false'), input, limits)).rows).toEqual([id]);
});

test('a count that takes too long is many', async () => {
  const { businessId } = await createTenant();
  await insertPayment(businessId, { sortAt: inDays(-1) });
  expect(await countRows(slowWhere('true'), businessId, wholeList)).toEqual(slowCount);
  expect(await countRows(slowWhere('false'), businessId, wholeList)).toEqual({ count: 1, more: false });
});

test('counts up to the bound', async () => {
  const { businessId } = await createTenant();
  for (let n = 0; n < 4; n += 1) await insertPayment(businessId, { sortAt: inDays(-n) });
  expect(await countRows(slowWhere('false'), businessId, wholeList, 3)).toEqual({ count: 3, more: true });
  expect(await countRows(slowWhere('false'), businessId, wholeList, 4)).toEqual({ count: 4, more: false });
});
