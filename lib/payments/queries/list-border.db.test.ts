import { afterAll, expect, test, vi } from 'vitest';
import { closeDatabase, database, databasePool } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { readPage } from '#lib/lists/read-page.ts';
import { paymentList } from '../schema/list.ts';
import { paymentDefinition } from './list.ts';

afterAll(closeDatabase);

const walk = 5;
const definition = {
  ...paymentDefinition,
  ...(paymentDefinition.indexHints && {
    indexHints: {
      ...paymentDefinition.indexHints,
      batchRows: walk,
      fewRows: 0,
      maximumCost: 0,
      scanBudgetMs: 10_000,
    },
  }),
};

/** Runs `change` after each statement that scans the list. */
function afterEachWalk(change: () => Promise<void>) {
  const pool = databasePool();
  const query = pool.query.bind(pool);
  return vi.spyOn(pool, 'query').mockImplementation(async (...given: Parameters<typeof query>) => {
    const answer = await query(...given);
    const text: unknown = given[0];
    if (typeof text === 'string' && text.includes('FROM payment p')) await change();
    return answer;
  });
}

test.each(['', 'changedAt.desc'])(
  'repeats and misses no row while rows change during paging: %s',
  async (sort) => {
    const tenant = await createTenant();
    const at = (n: number) => new Date(Date.UTC(2026, 10, 1, 0, n));
    const insert = (n: number) =>
      insertPayment(tenant.businessId, { depositCurrency: 'BTC', sortAt: at(n), changedAt: at(n) });
    const made: string[] = [];
    for (let n = 0; n < 40; n += 1) made.push(await insert(n));
    const parameters = new URLSearchParams({ depositCurrency: 'BTC', ...(sort === '' ? {} : { sort }) });
    const { query } = parseListQuery(paymentList, (name) => parameters.get(name));
    let later = 100;
    const spy = afterEachWalk(async () => {
      later += 1;
      await insert(later);
      const paymentId = made[later - 101 + 20];
      // Moves one of the first rows to the top by changing it now.
      if (sort !== '' && paymentId !== undefined)
        await database().payment.update({
          where: { businessId_paymentId: { businessId: tenant.businessId, paymentId } },
          data: { changedAt: at(later) },
        });
    });
    try {
      const { rows } = await readPage(definition, {
        businessId: tenant.businessId,
        query,
        select: 'p.payment_id::text AS id',
        read: (row) => String(row['id']),
        size: 200,
      });
      expect(later).toBeGreaterThan(105);
      expect(new Set(rows).size).toBe(rows.length);
      const stayed = sort === '' ? made : made.filter((_, n) => n < 20 || n > later - 101 + 20);
      expect(stayed.filter((id) => !rows.includes(id))).toEqual([]);
    } finally {
      spy.mockRestore();
    }
  },
);
