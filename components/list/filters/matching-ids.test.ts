import { afterEach, expect, test, vi } from 'vitest';
import { fetchMatchingIds } from './matching-ids.ts';

afterEach(() => vi.unstubAllGlobals());

const page = { rows: ['a', 'b'], before: null, after: null, isCursorInvalid: false, searchedDays: null };

const selectAll = (answer: object) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)));
  return fetchMatchingIds<string>({ api: '/api', address: 'q=x', getId: (row) => row, most: 10 });
};

test('selects all rows of a list, and none where only the newest days were searched', async () => {
  expect(await selectAll(page)).toEqual(['a', 'b']);
  await expect(selectAll({ ...page, searchedDays: 90 })).rejects.toThrow('Choose a period.');
});
