import { expect, test } from 'vitest';
import { wholeList } from '#lib/lists/model/query.ts';
import { indexBusinessByKey } from './definition.ts';

test.each([
  [{}, 'key'],
  [{ choices: { status: ['NEW'] } }, 'key'],
  [{ q: 'order' }, 'both'],
  [{ only: ['b7c1'] }, 'both'],
  [{ exact: { clientPaymentId: 'order' } }, 'both'],
  // The records of a label are found by their IDs.
  [{ choices: { label: ['urgent'] } }, 'both'],
])('a query %j uses indexes with the %s of the business', (query, expected) => {
  expect(indexBusinessByKey({ ...wholeList, ...query })).toBe(expected);
});
