import { expect, test } from 'vitest';
import { allTotalsRoute, countRoute, fileRoute, pageRoute, recordRoute, totalsRoute } from './list-routes.ts';

const read = async (route: typeof pageRoute, list: string) => {
  const params = Promise.resolve({ business: 'b', list, record: 'r' });
  return route(new Request('http://localhost:3000/'), { params });
};

test.each(['nothing', 'constructor', '__proto__', 'toString', ''])(
  'answers 404 to everybody for the list %j',
  async (list) => {
    for (const route of [pageRoute, countRoute, totalsRoute, allTotalsRoute, fileRoute, recordRoute])
      expect((await read(route, list)).status).toBe(404);
  },
);

test('answers 404 for totals of a list without totals, and for records of a list without records', async () => {
  expect((await read(totalsRoute, 'audit')).status).toBe(404);
  expect((await read(allTotalsRoute, 'callbacks')).status).toBe(404);
  expect((await read(recordRoute, 'refunds')).status).toBe(404);
});
