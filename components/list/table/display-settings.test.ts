import { expect, test } from 'vitest';
import { normalizeViewQuery } from '#lib/saved-views/model.ts';
import { lookIn, readDisplaySettings, shownColumns, writeLook } from './display-settings.ts';

const columns = [{ id: 'name' }, { id: 'status' }, { id: 'amount' }, { id: 'more', extra: true }];
const shown = (asked: string | null) => shownColumns(columns, asked).map(({ id }) => id);

test('columns stand in the order that was asked for, the first one first', () => {
  expect(shown(null)).toEqual(['name', 'status', 'amount']);
  expect(shown('amount,status')).toEqual(['name', 'amount', 'status']);
  expect(shown('more,name,amount,amount')).toEqual(['name', 'more', 'amount']);
  expect(shown('constructor,nothing')).toEqual(['name', 'status', 'amount']);
});

test.each([undefined, '', 'tiny:', '<script>', 'normal:a b', `normal:${'a,'.repeat(99)}a`])(
  '%s is how a list looks from the start',
  (cookie) => expect(readDisplaySettings(cookie)).toEqual({ density: 'normal', columns: null }),
);

test('a look is read as it was written', () => {
  const look = { density: 'cozy', columns: 'status,amount' } as const;
  expect(readDisplaySettings(writeLook(look))).toEqual(look);
});

test('the address says how rows are shown, else a person’s own way', () => {
  const own = { density: 'compact', columns: 'status' } as const;
  expect(lookIn({}, own, false)).toEqual(own);
  expect(lookIn({ columns: 'amount', density: 'cozy' }, own, false)).toEqual({
    columns: 'amount',
    density: 'cozy',
  });
  expect(lookIn({ columns: 'a&status=NEW', density: 'tiny' }, own, false)).toEqual(own);
});

test('a view that was saved with usual columns has them, whatever columns somebody has elsewhere', () => {
  const own = { density: 'compact', columns: 'status' } as const;
  const saved = normalizeViewQuery('status=NEW&columns=&density=cozy');
  const shown = lookIn(Object.fromEntries(new URLSearchParams(saved)), own, true);
  expect(shown).toEqual({ columns: null, density: 'cozy' });
  // So it does not count as changed.
  expect(normalizeViewQuery(`status=NEW&columns=${shown.columns ?? ''}&density=${shown.density}`)).toBe(
    saved,
  );
  expect(lookIn({}, own, true)).toEqual({ columns: null, density: 'normal' });
});
