import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { NeighbourGroup, Neighbours } from '#lib/reports/schema/neighbours.ts';
import { instant } from '#lib/values/instant.ts';
import { NeighboursSection } from './neighbours.tsx';

const row = {
  id: 'one',
  reference: null,
  status: null,
  amount: null,
  currency: null,
  provisional: null,
  at: instant(0),
};
const group: NeighbourGroup = {
  relation: 'transaction',
  kind: 'deposit',
  rows: [row],
  more: 0,
  atLeast: false,
  address: '',
  listed: null,
};

const shown = (neighbours: Omit<Neighbours, 'needsTag'>) =>
  renderToStaticMarkup(
    <NeighboursSection businessId="one" neighbours={{ ...neighbours, needsTag: false }} />,
  ).replaceAll(/<[^>]*>/g, '');
const limit = 'Only its newest 3 deposits were compared.';

test('that nothing is shared is said where everything was compared', () => {
  const all = shown({ groups: [], compared: null });
  expect(all).toContain('No other record shares its reference, address or transaction.');
  expect(all).not.toContain('compared');
});

test('that some deposits were not compared is said, whether something was found or not', () => {
  const none = shown({ groups: [], compared: 3 });
  expect(none).toContain('No other record was found that shares its reference, address or transaction.');
  expect(none).toContain(limit);
  const some = shown({ groups: [group], compared: 3 });
  expect(some).toContain('Deposits of the same transaction');
  expect(some).toContain(limit);
});

test('how many more there are is written as the person writes numbers', () => {
  const many = { ...group, more: 1994, atLeast: true, listed: { count: 2000, more: true } };
  expect(shown({ groups: [many], compared: null })).toContain('1,994+ more, 2,000+ in all');
});
