import { expect, test } from 'vitest';
import { countWords, difference } from './hidden-words.ts';

const since = 1_795_000_000_000;
const differs = (one: string, other: string) =>
  difference(countWords(one, ['4711', '5822'], since), countWords(other, ['4711', '5822'], since));

test('ignores answers that differ only in the repeated request', () => {
  expect(differs('Nothing matches 4711', 'Nothing matches 5822')).toEqual([]);
});

test('ignores a word that contains the search text by chance', () => {
  expect(differs('at 1795516314711', 'at 1795516319999')).toEqual([]);
  expect(differs('at 1795514711', 'at 1795515822')).toEqual([]);
  const id = 'f6f1d8a5-4711-4b7a-9d25-1e5822a0b931';
  expect(differs(`4711 ${id}`, `5822 ${id}`)).toEqual([]);
});

test('finds an added word, a repeated search text and an earlier time', () => {
  expect(differs('Case 4711', '5822')).toEqual(['Case']);
  expect(differs('4711 4711', '5822')).toEqual(['·']);
  expect(differs('4711 1794999999999', '5822')).toEqual(['1794999999999']);
});

const page = (...pieces: readonly string[]) =>
  pieces.map((piece) => `<script>self.__next_f.push(${JSON.stringify([1, piece])})</script>`).join('');

test('ignores where the data of a page was cut, and in which order it came', () => {
  expect(
    differs(page('1:["Payments of today"]\n2:"$1"\n'), page('3:"$4"\n4:["Pay', 'ments of today"]\n')),
  ).toEqual([]);
  // A long text has a length and no line break.
  expect(differs(page('1:T6,Ärger2:["more"]\n'), page('1:["more"]\na:T6,Ärger'))).toEqual([]);
});

test('finds an added word in the data of a page', () => {
  expect(differs(page('1:["Payments"]\n'), page('1:["Payments', ' blocked"]\n'))).toEqual(['blocked']);
  expect(differs(page('1:T5,Hallo2:[]\n'), page('1:T9,Hallo Du!2:[]\n'))).toEqual(['Du']);
});
