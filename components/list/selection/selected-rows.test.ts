import { expect, test } from 'vitest';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { listAddress, parseListQuery } from '#lib/lists/model/query.ts';
import type { RowSelection } from './selected-rows.ts';
import {
  emptySelection,
  listIdsBetween,
  narrowToSelection,
  selectRows,
  toSelectionQuery,
} from './selected-rows.ts';

const most = 250;
const whole = { only: [], except: [] };
const all: RowSelection = { kind: 'all', except: [] };
const ids = (count: number) => Array.from({ length: count }, (_, at) => `id${at}`);

test('selects and deselects rows by id, or all except some', () => {
  const some = selectRows(emptySelection, ['a', 'b'], true, whole, most);
  expect(some).toEqual({ kind: 'some', ids: ['a', 'b'] });
  expect(some && selectRows(some, ['a'], false, whole, most)).toEqual({ kind: 'some', ids: ['b'] });
  const but = selectRows(all, ['a', 'b'], false, whole, most);
  expect(but).toEqual({ kind: 'all', except: ['a', 'b'] });
  expect(but && selectRows(but, ['a'], true, whole, most)).toEqual({ kind: 'all', except: ['b'] });
});

test('keeps the ids of all matching rows, and drops the mark when one is deselected', () => {
  const matched: RowSelection = { kind: 'some', ids: ['a', 'b'], whole: true };
  expect(narrowToSelection(matched, whole)).toEqual({ only: ['a', 'b'], except: [] });
  expect(selectRows(matched, ['b'], false, whole, most)).toEqual({ kind: 'some', ids: ['a'] });
});

test.each<[string, RowSelection, { only: string[]; except: string[] }, { only: string[]; except: string[] }]>(
  [
    ['all of the whole list', all, { only: [], except: [] }, { only: [], except: [] }],
    [
      'all of what the address names',
      all,
      { only: ['a', 'b'], except: [] },
      { only: ['a', 'b'], except: [] },
    ],
    ['all but what it leaves out', all, { only: [], except: ['a'] }, { only: [], except: ['a'] }],
    [
      'all but one of what it names',
      { kind: 'all', except: ['a'] },
      { only: ['a', 'b'], except: [] },
      { only: ['b'], except: [] },
    ],
    [
      'all but one more',
      { kind: 'all', except: ['b'] },
      { only: [], except: ['a'] },
      { only: [], except: ['a', 'b'] },
    ],
    ['some of them', { kind: 'some', ids: ['b'] }, { only: [], except: ['a'] }, { only: ['b'], except: [] }],
  ],
)('queries %s', (_, selection, named, expected) => {
  expect(narrowToSelection(selection, named)).toEqual(expected);
});

test('selects at most as many ids as fit into an address', () => {
  expect(selectRows(emptySelection, ids(most), true, whole, most)).not.toBeNull();
  expect(selectRows(emptySelection, ids(most + 1), true, whole, most)).toBeNull();
  expect(selectRows(all, ids(most - 1), false, { only: [], except: ['x', 'y'] }, most)).toBeNull();
  expect(selectRows(all, ids(most - 2), false, { only: [], except: ['x', 'y'] }, most)).not.toBeNull();
});

const worklist: ListSpec = {
  name: 'things',
  unfilteredChoices: { work: ['open', 'done'] },
  filters: {
    work: { kind: 'choice', label: 'Work', choices: [] },
    currency: { kind: 'choice', label: 'Currency', choices: [] },
    at: { kind: 'days', label: 'At' },
    due: { kind: 'days', label: 'Due', orders: 'own' },
    changed: { kind: 'days', label: 'Changed', orders: 'filtered' },
    unsorted: { kind: 'days', label: 'Unsorted', orders: 'filtered' },
  },
  sorts: {
    price: { label: 'Price', kind: 'amount', currency: 'currency' },
    changed: { label: 'Changed', kind: 'time' },
  },
};
const [one, other] = ['0d9e1c8a-1111-4222-8333-444455556666', '7e2a91c4-0d35-4b68-a1f7-c3d05e8b9f12'];
const toAddress = (selection: RowSelection, address: string) => {
  const parameters = new URLSearchParams(address);
  const { query } = parseListQuery(worklist, (name) => parameters.get(name));
  return listAddress(toSelectionQuery(selection, query, worklist));
};

test('finds rows selected by id even when they no longer match, in the order of the list', () => {
  const some: RowSelection = { kind: 'some', ids: [one, other] };
  expect(toAddress(some, 'work=open&at=today&q=x&after=abc&sort=oldest')).toBe(
    `work=open,done&only=${one},${other}&sort=oldest`,
  );
  // Amounts have an order in one currency alone.
  expect(toAddress(some, 'work=open&currency=EUR&sort=price.desc')).toBe(
    `currency=EUR&work=open,done&only=${one},${other}&sort=price.desc`,
  );
});

test.each([
  ['changed=today', '&sort=changed.desc'],
  ['changed=today&sort=oldest', '&sort=changed.asc'],
  ['changed=today&currency=EUR&sort=price.asc', '&sort=price.asc'],
  // The list's own time comes first, and a field without an order sorts nothing.
  ['changed=today&due=today', ''],
  ['unsorted=today', ''],
])('keeps the sort of the filter %s for rows selected by id', (address, order) => {
  const queried = toAddress({ kind: 'some', ids: [one] }, address);
  const currency = address.includes('currency') ? 'currency=EUR&' : '';
  expect(queried).toBe(`${currency}work=open,done&only=${one}${order}`);
});

test('applies "all except some" to the rows that match now', () => {
  const but: RowSelection = { kind: 'all', except: [other] };
  expect(toAddress(but, 'work=open&at=today&after=abc')).toBe(`at=today&work=open&except=${other}`);
  expect(toAddress(but, `work=open&only=${one},${other}`)).toBe(`work=open&only=${one}`);
});

test('selects the rows between two clicks, in either direction', () => {
  const page = ['a', 'b', 'c', 'd'];
  expect(listIdsBetween(page, 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(listIdsBetween(page, 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(listIdsBetween(page, 'b', 'b')).toEqual(['b']);
  expect(listIdsBetween(page, null, 'c')).toEqual(['c']);
  expect(listIdsBetween(page, 'on another page', 'c')).toEqual(['c']);
});
