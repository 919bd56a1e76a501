import { expect, test } from 'vitest';
import { listNavigationGroups } from './navigation.tsx';

test('lists the given pages by group in the order of the navigation', () => {
  const groups = listNavigationGroups('b-1', ['withdrawals', 'overview', 'deposits', 'payments', 'business']);
  expect(groups.map((group) => [group.label, group.items.map((item) => item.label)])).toEqual([
    [null, ['Overview']],
    ['Money in', ['Payments', 'Deposits']],
    ['Money out', ['Withdrawals']],
    ['Setup', ['Business']],
  ]);
  expect(groups[1]?.items[0]?.href).toBe('/b-1/payments');
});
