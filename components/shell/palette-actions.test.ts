import { expect, test } from 'vitest';
import { listActions } from './palette-actions.ts';

const businesses = [
  { id: 'b', name: 'Nordlicht', role: '' },
  { id: 'c', name: 'Café Són', role: '' },
];
const list = (typed: string, may: boolean) =>
  listActions('b', { businesses, mayCreate: may, mayExport: may }, typed).map(({ id }) => id);

test('finds actions by their name', () => {
  expect(list('new pay', true)).toEqual(['/b/payments/new']);
  expect(list('export', true)).toEqual([
    'action:export-payments',
    'action:export-deposits',
    'action:export-refunds',
    'action:export-exceptions',
    'action:export-withdrawals',
  ]);
  expect(list('café', true)).toEqual(['/c']);
  expect(list('dark', true)).toEqual(['action:theme-dark']);
  expect(list('help', true)).toEqual(['action:help']);
});

test('offers only what the person may do', () => {
  expect(list('new pay', false)).toEqual([]);
  expect(list('export', false)).toEqual([]);
});
