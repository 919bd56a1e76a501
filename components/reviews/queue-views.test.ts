import { expect, test } from 'vitest';
import { readListQuery } from '#lib/lists/model/query.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';
import { countOfPart, partAlone } from './queue-views.tsx';

const partOf = (address: string) => {
  const given = new URLSearchParams(address);
  return partAlone(readListQuery(queueList, (name) => given.get(name)).query);
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
])('%j asks for this part of the queue alone: %s', (address, part) => {
  expect(partOf(address)).toBe(part);
});

test('a part is counted to the bound, and only beyond it are there more', () => {
  const none = { open: 0, mine: 0, unassigned: 0, overdue: 0, second: 0, snoozed: 0, disagrees: 0 };
  const desk = (decided: number) => ({ counts: { ...none, decided }, bound: 10_000 });
  expect(countOfPart(desk(10_000), 'decided')).toEqual({ count: 10_000, more: false });
  expect(countOfPart(desk(10_001), 'decided')).toEqual({ count: 10_000, more: true });
});
