import { expect, test } from 'vitest';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { queueList } from '#lib/reviews/queue/schema.ts';
import { listActiveFilters } from './filter-labels.ts';

test.each([
  ['10..87.5', '10 – 87,5'],
  ['0.25..', 'at least 0,25'],
  ['..-3', 'at most -3'],
  ['5', '5'],
])('labels the score filter %s in the locale of the person', (score, value) => {
  const { query, ignored } = parseListQuery(queueList, (name) => (name === 'score' ? score : null));
  expect(ignored).toEqual([]);
  expect(listActiveFilters(queueList, query, { locale: 'de', zone: 'UTC' })).toEqual([
    { name: 'score', label: 'Reported risk score', value },
  ]);
});
