import { expect, test } from 'vitest';
import { normalizeViewQuery } from '#lib/saved-views/model.ts';
import {
  formatDisplaySettings,
  listShownColumns,
  readDisplaySettings,
  resolveDisplaySettings,
} from './display-settings.ts';

const columns = [{ id: 'name' }, { id: 'status' }, { id: 'amount' }, { id: 'more', hiddenByDefault: true }];
const shown = (parameter: string | null) => listShownColumns(columns, parameter).map(({ id }) => id);

test('shows columns in the requested order, the identifying one first', () => {
  expect(shown(null)).toEqual(['name', 'status', 'amount']);
  expect(shown('amount,status')).toEqual(['name', 'amount', 'status']);
  expect(shown('more,name,amount,amount')).toEqual(['name', 'more', 'amount']);
  expect(shown('constructor,nothing')).toEqual(['name', 'status', 'amount']);
});

test.each([undefined, '', 'tiny:', '<script>', 'normal:a b', `normal:${'a,'.repeat(99)}a`])(
  'reads %s as the default settings',
  (cookie) => expect(readDisplaySettings(cookie)).toEqual({ density: 'normal', columns: null }),
);

test('reads settings as they were written', () => {
  const look = { density: 'cozy', columns: 'status,amount' } as const;
  expect(readDisplaySettings(formatDisplaySettings(look))).toEqual(look);
});

test('prefers the settings of the address to those of the person', () => {
  const own = { density: 'compact', columns: 'status' } as const;
  expect(resolveDisplaySettings({}, own, false)).toEqual(own);
  expect(resolveDisplaySettings({ columns: 'amount', density: 'cozy' }, own, false)).toEqual({
    columns: 'amount',
    density: 'cozy',
  });
  expect(resolveDisplaySettings({ columns: 'a&status=NEW', density: 'tiny' }, own, false)).toEqual(own);
});

test('shows the default columns in a view that was saved with them', () => {
  const own = { density: 'compact', columns: 'status' } as const;
  const saved = normalizeViewQuery('status=NEW&columns=&density=cozy');
  const shown = resolveDisplaySettings(Object.fromEntries(new URLSearchParams(saved)), own, true);
  expect(shown).toEqual({ columns: null, density: 'cozy' });
  // Otherwise the view would count as changed.
  expect(normalizeViewQuery(`status=NEW&columns=${shown.columns ?? ''}&density=${shown.density}`)).toBe(
    saved,
  );
  expect(resolveDisplaySettings({}, own, true)).toEqual({ columns: null, density: 'normal' });
});
