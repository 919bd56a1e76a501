import { describe, expect, test } from 'vitest';
import type { ListPage } from '#lib/lists/model/query.ts';
import { mergeFrozenPage } from './merge-frozen-page.ts';

const page = (rows: string, more: Partial<ListPage<string>> = {}): ListPage<string> => ({
  rows: [...rows],
  before: null,
  after: null,
  isCursorInvalid: false,
  searchedDays: null,
  ...more,
});
const seen = (frozen: ListPage<string>, fresh: ListPage<string>) => {
  const { page: shown, waiting } = mergeFrozenPage(frozen, fresh, (row) => row);
  const { count, more } = waiting;
  return { shown: shown.rows.join(''), after: shown.after, waiting: more ? `${count}+` : count };
};

describe('keepPage', () => {
  test('keeps rows in place when others leave or move', () => {
    expect(seen(page('abc'), page('ca'))).toEqual({ shown: 'abc', after: null, waiting: 0 });
  });

  test('counts new rows before the last frozen row', () => {
    expect(seen(page('abc'), page('xyabc'))).toEqual({ shown: 'abc', after: null, waiting: 2 });
    expect(seen(page('abc'), page('axbc'))).toEqual({ shown: 'abc', after: null, waiting: 1 });
    // No frozen row is left on the page, so the next page may start with more new rows.
    expect(seen(page('abc', { after: 'c' }), page('xyz', { after: 'z' }))).toEqual({
      shown: 'abc',
      after: 'c',
      waiting: '3+',
    });
    expect(seen(page('abc'), page('xyz'))).toEqual({ shown: 'abc', after: null, waiting: 3 });
  });

  test('reports that no frozen row is left on the page', () => {
    const isReplaced = (fresh: string) => mergeFrozenPage(page('abc'), page(fresh), (row) => row).isReplaced;
    expect([isReplaced('xyz'), isReplaced('xyzc'), isReplaced('')]).toEqual([true, false, true]);
  });

  test('does not count rows that moved up from the next page', () => {
    const frozen = page('abc', { after: 'behind c' });
    expect(seen(frozen, page('acd', { after: 'behind d' }))).toEqual({
      shown: 'abc',
      after: 'behind c',
      waiting: 0,
    });
  });

  test('appends rows at the end of the list', () => {
    expect(seen(page('abc'), page('abcd'))).toEqual({ shown: 'abcd', after: null, waiting: 0 });
    expect(seen(page('abc'), page('abcde', { after: 'behind e' })).after).toBe('behind e');
  });

  test('returns the same object for an unchanged page', () => {
    const kept = page('abc', { after: 'c' });
    expect(mergeFrozenPage(kept, page('xabc', { after: 'b' }), (row) => row).page).toBe(kept);
  });
});
