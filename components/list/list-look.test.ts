import { expect, test } from 'vitest';
import { readLook, shownColumns, writeLook } from './list-look.ts';

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
  (cookie) => expect(readLook(cookie)).toEqual({ density: 'normal', columns: null }),
);

test('a look is read as it was written', () => {
  const look = { density: 'cozy', columns: 'status,amount' } as const;
  expect(readLook(writeLook(look))).toEqual(look);
});
