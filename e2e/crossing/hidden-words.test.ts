import { expect, test } from 'vitest';
import { countWords, difference } from './hidden-words.ts';

const since = 1_795_000_000_000;
const differs = (one: string, other: string) =>
  difference(countWords(one, ['4711', '5822'], since), countWords(other, ['4711', '5822'], since));

test('answers that repeat what was asked say the same', () => {
  expect(differs('Nothing matches 4711', 'Nothing matches 5822')).toEqual([]);
});

test('what holds a word of the question by chance is no news', () => {
  expect(differs('at 1795516314711', 'at 1795516319999')).toEqual([]);
  expect(differs('at 1795514711', 'at 1795515822')).toEqual([]);
  const id = 'f6f1d8a5-4711-4b7a-9d25-1e5822a0b931';
  expect(differs(`4711 ${id}`, `5822 ${id}`)).toEqual([]);
});

test('a word more, the word of the question once more, and a time from before are news', () => {
  expect(differs('Case 4711', '5822')).toEqual(['Case']);
  expect(differs('4711 4711', '5822')).toEqual(['·']);
  expect(differs('4711 1794999999999', '5822')).toEqual(['1794999999999']);
});
