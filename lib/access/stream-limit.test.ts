import { expect, test } from 'vitest';
import { StreamLimit } from './stream-limit.ts';

test('closes the oldest stream of the person who opens one too many', () => {
  const limit = new StreamLimit(2);
  const [first, second, other] = [limit.open('a'), limit.open('a'), limit.open('b')];
  const third = limit.open('a');
  expect([first, second, third, other].map(({ closed }) => closed.aborted)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(limit.size).toBe(3);
});

test('counts a stream until its first release', () => {
  const limit = new StreamLimit(2);
  const [first, second] = [limit.open('a'), limit.open('a')];
  first.release();
  first.release();
  const third = limit.open('a');
  expect([second, third].some(({ closed }) => closed.aborted)).toBe(false);
  for (const { release } of [second, third]) release();
  expect(limit.size).toBe(0);
  const fourth = limit.open('a');
  first.release();
  expect(limit.size).toBe(1);
  fourth.release();
  expect(limit.size).toBe(0);
});
