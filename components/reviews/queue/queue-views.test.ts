import { expect, test } from 'vitest';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';
import { countCases, findUnfilteredView } from './queue-views.tsx';

const findView = (address: string) => {
  const parameters = new URLSearchParams(address);
  return findUnfilteredView(parseListQuery(queueList, (name) => parameters.get(name)).query);
};

test.each([
  ['', 'open'],
  ['queue=decided', 'decided'],
  ['sort=eur.desc&after=abc', 'open'],
  ['queue=open,decided', null],
  ['queue=no-such', null],
  ['reason=risk-entity', null],
  ['dueAt=today', null],
  ['amount=EUR:1..2', null],
  ['q=INV', null],
  ['only=0d9e1c8a-1111-4222-8333-444455556666', null],
])('%j shows the view %s without other filters', (address, view) => {
  expect(findView(address)).toBe(view);
});

test('counts a view up to the bound, and reports more only beyond it', () => {
  const none = { open: 0, mine: 0, unassigned: 0, overdue: 0, second: 0, snoozed: 0, disagrees: 0 };
  const desk = (decided: number) => ({ counts: { ...none, decided }, bound: 10_000 });
  expect(countCases(desk(10_000), 'decided')).toEqual({ count: 10_000, more: false });
  expect(countCases(desk(10_001), 'decided')).toEqual({ count: 10_000, more: true });
});
