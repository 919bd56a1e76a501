import { describe, expect, test } from 'vitest';
import type { ListPage } from '#lib/lists/model/query.ts';
import { keepPage } from './cached-page.ts';

const page = (rows: string, more: Partial<ListPage<string>> = {}): ListPage<string> => ({
  rows: [...rows],
  before: null,
  after: null,
  lostPlace: false,
  searched: null,
  count: null,
  ...more,
});
const searched = { kind: 'time', key: '7' } as const;
const seen = (kept: ListPage<string>, fresh: ListPage<string>) => {
  const { page: shown, waiting } = keepPage(kept, fresh, (row) => row);
  const { count, more } = waiting;
  return { shown: shown.rows.join(''), after: shown.after, waiting: more ? `${count}+` : count };
};

describe('a page that is kept under a hand', () => {
  test('rows stay where they are, whatever left the list or changed its place', () => {
    expect(seen(page('abc'), page('ca'))).toEqual({ shown: 'abc', after: null, waiting: 0 });
  });

  test('what is new before its end waits and is counted', () => {
    expect(seen(page('abc'), page('xyabc'))).toEqual({ shown: 'abc', after: null, waiting: 2 });
    expect(seen(page('abc'), page('axbc'))).toEqual({ shown: 'abc', after: null, waiting: 1 });
    // Nothing of it is on the page any more: the next one may begin with others that are new.
    expect(seen(page('abc', { after: 'c' }), page('xyz', { after: 'z' }))).toEqual({
      shown: 'abc',
      after: 'c',
      waiting: '3+',
    });
    expect(seen(page('abc'), page('xyz'))).toEqual({ shown: 'abc', after: null, waiting: 3 });
  });

  test('rows that moved up from the next page are not new, and the way on leads to them', () => {
    const kept = page('abc', { after: 'behind c' });
    expect(seen(kept, page('acd', { after: 'behind d' }))).toEqual({
      shown: 'abc',
      after: 'behind c',
      waiting: 0,
    });
  });

  test('what came to the end of the list is added there', () => {
    expect(seen(page('abc'), page('abcd'))).toEqual({ shown: 'abcd', after: null, waiting: 0 });
    expect(seen(page('abc'), page('abcde', { after: 'behind e' })).after).toBe('behind e');
  });

  test('what a search finds on its way is added, and its place goes on', () => {
    const kept = page('a', { after: 'step 1', searched });
    expect(seen(kept, page('ab', { after: 'step 2', searched: { kind: 'time', key: '6' } }))).toEqual({
      shown: 'ab',
      after: 'step 2',
      waiting: 0,
    });
    expect(seen(kept, page('a', { after: null }))).toEqual({ shown: 'a', after: null, waiting: 0 });
    expect(
      seen(page('', { after: 'step 1', searched }), page('b', { after: 'step 2', searched })).shown,
    ).toBe('b');
  });

  test('what a search finds further back waits above, and the way back leads to it', () => {
    const kept = page('vw', { before: 'step 1', after: 'w', searched });
    const fresh = page('qrvw', { before: 'step 2', after: 'w', searched: { kind: 'time', key: '8' } });
    const found = keepPage(kept, fresh, (row) => row);
    expect(found).toMatchObject({
      waiting: { count: 2 },
      page: { rows: ['v', 'w'], before: 'step 1', after: 'w' },
    });
    expect(keepPage({ ...kept, rows: [] }, fresh, (row) => row).page).toMatchObject({
      rows: ['q', 'r', 'v', 'w'],
      before: 'step 2',
    });
  });

  test('a page that is as it was is the same object', () => {
    const kept = page('abc', { after: 'c' });
    expect(keepPage(kept, page('xabc', { after: 'b' }), (row) => row).page).toBe(kept);
  });
});
