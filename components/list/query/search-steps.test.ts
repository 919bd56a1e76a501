import { describe, expect, test } from 'vitest';
import type { ListPage, ListQuery } from '#lib/lists/model/query.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { joinSearchSteps, nextSearchQuery } from './search-steps.ts';

/** Rows are letters in list order, and a cursor is the letter that it points at. */
function page(rows: string, before: string | null, after: string | null, isShort: boolean): ListPage<string> {
  const searched = isShort ? ({ kind: 'time', key: '1' } as const) : null;
  return { rows: [...rows], before, after, isCursorInvalid: false, scannedTo: searched, count: null };
}

const nextQuery: ListQuery = { ...wholeList, after: 'd' };
const back: ListQuery = { ...wholeList, before: 'x' };

function found(query: ListQuery, now: ListPage<string>, first = now, ...steps: ListPage<string>[]) {
  const {
    rows,
    before,
    after,
    scannedTo: searched,
  } = joinSearchSteps(query, now, { first, steps }, (row) => row);
  const { before: upwards = null, after: onwards = null } = nextSearchQuery(query, { first, steps }) ?? {};
  return { rows: rows.join(''), before, after, isShort: searched !== null, upwards, onwards };
}

describe('forwards', () => {
  test('appends found rows and continues after the last step', () => {
    const first = page('ef', 'e', 'h', true);
    expect(found(nextQuery, first)).toMatchObject({ rows: 'ef', onwards: 'h', upwards: null });
    expect(found(nextQuery, first, first, page('', 'h', 'k', true), page('l', 'l', 'm', true))).toEqual({
      rows: 'efl',
      before: 'e',
      after: 'm',
      isShort: true,
      onwards: 'm',
      upwards: null,
    });
  });

  test('ends with the list and keeps the current version of each row once', () => {
    const [first, now] = [page('ef', 'e', 'h', true), page('Eef', 'E', 'f', true)];
    expect(found(nextQuery, now, first, page('il', 'i', null, false))).toMatchObject({
      rows: 'Eefil',
      after: null,
      isShort: false,
      onwards: null,
    });
  });
});

describe('backwards', () => {
  const first = page('vw', 's', 'w', true);

  test('continues backwards from the cursor of the page', () => {
    expect(found(back, first)).toMatchObject({
      rows: 'vw',
      before: 's',
      after: 'w',
      upwards: 's',
      onwards: null,
    });
    // No row is found yet.
    expect(found(back, page('', 's', 'x', true))).toMatchObject({ rows: '', upwards: 's', after: 'x' });
  });

  test('prepends found rows and keeps the forward cursor', () => {
    expect(found(back, first, first, page('qr', 'p', 'r', true), page('', 'l', 'p', true))).toEqual({
      rows: 'qrvw',
      before: 'l',
      after: 'w',
      isShort: true,
      upwards: 'l',
      onwards: null,
    });
    // A step that fills the page ends it.
    expect(found(back, first, first, page('hijkqr', 'h', 'r', false))).toMatchObject({
      rows: 'hijkqrvw',
      before: 'h',
      after: 'w',
      upwards: null,
      onwards: null,
    });
  });

  test('keeps each row once when the page is read again', () => {
    const now = page('tvWw', 'r', 'w', true);
    expect(found(back, now, first, page('qt', 'p', 't', true)).rows).toBe('qtvWw');
  });

  test('returns the first page at the start of the list, and continues forwards when it is short', () => {
    const whole = page('abcvwy', null, 'y', false);
    expect(found(back, first, first, page('q', 'p', 'q', true), whole)).toEqual({
      rows: 'abcvwy',
      before: null,
      after: 'y',
      isShort: false,
      upwards: null,
      onwards: null,
    });
    const [short, next] = [page('a', null, 'b', true), page('cv', 'c', 'w', true)];
    expect(found(back, first, first, short)).toMatchObject({ rows: 'a', before: null, onwards: 'b' });
    expect(found(back, first, first, short, next)).toMatchObject({
      rows: 'acv',
      before: null,
      after: 'w',
      upwards: null,
      onwards: 'w',
    });
  });

  test('continues forwards when the server answers with the first page', () => {
    const short = page('a', null, 'b', true);
    expect(found(back, short)).toMatchObject({ rows: 'a', before: null, upwards: null, onwards: 'b' });
    expect(found(back, short, short, page('cv', 'c', 'w', true))).toMatchObject({
      rows: 'acv',
      before: null,
      after: 'w',
      upwards: null,
      onwards: 'w',
    });
  });
});
