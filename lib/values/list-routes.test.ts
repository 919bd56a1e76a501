import { expect, test } from 'vitest';
import { expandListRoute } from './list-routes.ts';

const expand = (route: string) => expandListRoute(route).map((expanded) => expanded.route);

test('expands a route of all lists to one of each list that has it', () => {
  expect(expand('/[list]/route')).toContain('/audit/route');
  expect(expand('/[list]/totals/all/route')).not.toContain('/audit/totals/all/route');
  expect(expand('/[list]/[record]/route')).toContain('/reviews/[case]/route');
  expect(expand('/[list]/[record]/timeline/route')).toEqual([
    '/payments/[payment]/timeline/route',
    '/deposits/[deposit]/timeline/route',
    '/withdrawals/[withdrawal]/timeline/route',
  ]);
});
