import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListSpec } from './query.ts';
import {
  formatDaySpan,
  isDay,
  isFiltered,
  isSearchable,
  listAddress,
  normalizeSearchText,
  parseDaySpan,
  parseListQuery,
  restrictQuery,
  restrictSpec,
  searchLength,
  wholeList,
  withoutFilter,
} from './query.ts';

const spec = {
  name: 'things',
  filters: {
    status: { kind: 'choice', label: 'Status', choices: [{ value: 'NEW', label: 'New' }] },
    at: { kind: 'days', label: 'At' },
    currency: { kind: 'choice', label: 'Currency', choices: [] },
    price: { kind: 'amount', label: 'Price', currencies: ['EUR'] },
    loss: { kind: 'amount', label: 'Loss', currencies: ['EUR'], signed: true },
    score: { kind: 'number', label: 'Score', help: 'As reported' },
    reference: { kind: 'exact', label: 'Reference' },
    parent: { kind: 'id', label: 'Parent' },
    sibling: { kind: 'id', label: 'Sibling' },
    child: { kind: 'id', label: 'Child' },
    secret: { kind: 'choice', label: 'Secret', choices: [], risk: true },
  },
  sorts: {
    price: { label: 'Price', kind: 'amount', currency: 'currency' },
    changedAt: { label: 'Changed', kind: 'time' },
  },
} as const satisfies ListSpec;

const id = '0d9e1c8a-1111-4222-8333-444455556666';

const read = (text: string) => {
  const parameters = new URLSearchParams(text);
  return parseListQuery(spec, (name) => parameters.get(name));
};

test.each([
  ['', ''],
  ['status=NEW', 'status=NEW'],
  ['status=NEW,OLD,NEW, ', 'status=NEW,OLD'],
  // The service may report any value.
  ['status=On hold,%3Cscript%3E', 'status=On+hold,%3Cscript%3E'],
  ['status=one%252C two,100%2525', 'status=one%252C+two,100%2525'],
  ['status=A,%2541', 'status=A'],
  ['reference=+a, b:1%25_', 'reference=+a,+b:1%25_'],
  ['reference=a%00b', ''],
  ['loss=EUR:5..-0.5', 'loss=EUR:-0.5..5'],
  ['loss=EUR:-1', 'loss=EUR:-1'],
  ['loss=EUR:..-0', 'loss=EUR:..0'],
  ['score=87.5..-3', 'score=-3..87.5'],
  ['score=5', 'score=5'],
  ['score=1e3', ''],
  ['score=EUR:5', ''],
  ['reference=+', ''],
  ['at=2026-11-20', 'at=2026-11-20'],
  ['at=2026-11-20..2026-11-01', 'at=2026-11-01..2026-11-20'],
  ['at=..2026-11-01', 'at=..2026-11-01'],
  ['q=%20order%201%20&sort=oldest', 'q=order+1&sort=oldest'],
  ['sort=newest&unknown=x', ''],
  ['after=abc&before=def', 'after=abc'],
  ['at=last-7-days', 'at=last-7-days'],
  ['at=this-month', 'at=this-month'],
  ['at=tomorrow', 'at=tomorrow'],
  ['at=next-7-days', 'at=next-7-days'],
  ['price=EUR:10..500', 'price=EUR:10..500'],
  ['price=EUR:500..9.5', 'price=EUR:9.5..500'],
  ['price=EUR:49.90', 'price=EUR:49.90'],
  ['price=EUR:..500', 'price=EUR:..500'],
  ['price=EUR:0.000000000000000001..', 'price=EUR:0.000000000000000001..'],
  ['sort=changedAt.asc', 'sort=changedAt.asc'],
  ['sort=price.desc&currency=EUR', 'currency=EUR&sort=price.desc'],
  // Amounts need exactly one currency to have an order.
  ['sort=price.desc&currency=EUR,USD', 'currency=EUR,USD'],
  ['sort=price.desc', ''],
  [`only=${id},${id.toUpperCase()}`, `only=${id}`],
  [`only=${id}&except=${id}`, `only=${id}`],
  [`except=${id}`, `except=${id}`],
])('parses %s as %s', (query, address) => {
  expect(listAddress(read(query).query)).toBe(address);
});

test.each([
  ['status=a%00b', ['status']],
  ['status=100%25', ['status']],
  [`status=${'x'.repeat(searchLength + 1)}`, ['status']],
  ['loss=EUR:--1', ['loss']],
  ['at=2026-02-30', ['at']],
  ['at=..', ['at']],
  ['q=%E2%80%AE', []],
  ['after=%2F..%2F', ['page']],
  ['at=last-8-days', ['at']],
  ['price=EUR:1e3..', ['price']],
  ['price=EUR:-1..', ['price']],
  ['price=EUR:..', ['price']],
  ['price=10..20', ['price']],
  [`price=EUR:${'9'.repeat(36)}`, ['price']],
  ['sort=__proto__.asc', ['sort']],
  ['sort=secret.desc', ['sort']],
  ['only=1', ['only']],
])('ignores an invalid %s, reports %j and filters nothing', (query, ignored) => {
  const reading = read(query);
  expect(reading.ignored).toEqual(ignored);
  expect(isFiltered(reading.query)).toBe(false);
});

test('never throws on any URL, and parses its own output to the same query', () => {
  const texts = fc.record({
    status: fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(' ', ',', '%', '2', 'C', 'a', '\u3000') }),
    ),
    loss: fc.constantFrom('EUR:1..-2', 'EUR:-1..-2', 'EUR:-0', 'EUR:-..'),
    at: fc.oneof(fc.string(), fc.constantFrom('2026-11-20..', '2026-01-01..2025-01-01')),
    q: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ minLength: 2_390, maxLength: 2_410 }),
    ),
    parent: fc.array(fc.uuid(), { maxLength: 3 }).map(String),
    sibling: fc.oneof(fc.string(), fc.uuid()),
    sort: fc.oneof(fc.string(), fc.constantFrom('price.asc', 'changedAt.desc', 'oldest')),
    currency: fc.oneof(fc.string(), fc.constantFrom('EUR', 'EUR,USD')),
    price: fc.oneof(fc.string(), fc.constantFrom('EUR:1..2', 'EUR:2..1', 'EUR:3', 'EUR:..', 'X:1...2')),
    only: fc.oneof(fc.string(), fc.uuid()),
    except: fc.oneof(fc.string(), fc.uuid()),
    after: fc.string(),
    before: fc.string(),
  });
  fc.assert(
    fc.property(texts, (text) => {
      const once = parseListQuery(spec, (name) => new Map(Object.entries(text)).get(name) ?? null);
      const address = listAddress(once.query);
      expect(read(address)).toEqual({ query: once.query, ignored: [] });
    }),
    { numRuns: 5_000 },
  );
  // Slow beside other work.
});

test('keeps a search text that is too long and matches nothing', () => {
  const { query, ignored } = read(`q=${'x'.repeat(searchLength + 1)}`);
  expect(ignored).toEqual([]);
  expect(isFiltered(query)).toBe(true);
  expect(query.q).toBe('x'.repeat(searchLength + 1));
  expect(isSearchable(query.q ?? '')).toBe(false);
  expect(isSearchable('x'.repeat(searchLength))).toBe(true);
  const long = fc.oneof(
    fc.string({ unit: 'binary', minLength: 250, maxLength: 270 }),
    fc.string({ minLength: 2_390, maxLength: 2_410 }),
  );
  fc.assert(
    fc.property(long, (text) => {
      const result = normalizeSearchText(text);
      expect(normalizeSearchText(result)).toBe(result);
      expect(listAddress({ ...wholeList, q: result }).length).toBeLessThanOrEqual('q='.length + 2_400);
      if (result?.endsWith('…')) expect(isSearchable(result)).toBe(false);
    }),
    { numRuns: 500 },
  );
  // The text before the cut must not match anything.
  expect(isSearchable(normalizeSearchText(`x${' '.repeat(3_000)}x`) ?? '')).toBe(false);
  // A text within the limit is never cut, however many bytes it takes.
  expect(normalizeSearchText('字'.repeat(searchLength))).toBe('字'.repeat(searchLength));
});

test('limits the ids of all filters and selected rows together', () => {
  const ids = (first: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${first}${String(at).padStart(7, '0')}${id.slice(8)}`).join();
  const selectRows = (selected: number) =>
    new URLSearchParams({
      q: '字'.repeat(5_000),
      parent: ids('a', 150),
      sibling: ids('b', 150),
      child: ids('c', 10),
      only: ids('d', selected),
      sort: 'changedAt.desc',
    }).toString();
  const counts = (selected: number) => {
    const { query, ignored } = read(selectRows(selected));
    const filtered = ['parent', 'sibling', 'child'].map((name) => query.choices[name]?.length ?? 0);
    return { ids: [...filtered, query.only.length], ignored };
  };
  // The ids of a page always fit in beside the filters.
  expect(counts(0)).toEqual({ ids: [150, 50, 0, 0], ignored: ['sibling', 'child'] });
  expect(counts(50)).toEqual({ ids: [150, 50, 0, 50], ignored: ['sibling', 'child'] });
  expect(counts(90)).toEqual({ ids: [150, 10, 0, 90], ignored: ['sibling', 'child'] });
  expect(counts(300)).toEqual({ ids: [0, 0, 0, 250], ignored: ['parent', 'sibling', 'child', 'only'] });
  for (const selected of [0, 50, 90, 300])
    expect(listAddress(read(selectRows(selected)).query).length).toBeLessThan(12_000);
});

test('accepts calendar days only', () => {
  expect(['2024-02-29', '2026-12-31'].every(isDay)).toBe(true);
  expect(['2026-02-29', '2026-13-01', '0001-01-01', '20261120', ''].some(isDay)).toBe(false);
  expect(parseDaySpan('2026-11-20')).toEqual({ from: '2026-11-20', to: '2026-11-20' });
  expect(formatDaySpan({ from: '2026-11-20', to: null })).toBe('2026-11-20..');
});

test('reads the time since a moment, and writes it back', () => {
  const text = 'since-2026-11-20T18:02:11.250Z';
  const span = parseDaySpan(text);
  expect(span).toEqual({ since: '2026-11-20T18:02:11.250Z' });
  expect(span && formatDaySpan(span)).toBe(text);
  for (const wrong of [
    'since-',
    'since-2026-11-20',
    'since-2026-02-30T00:00:00.000Z',
    'since-2026-11-20T18:02:11Z',
    'since-2026-11-20T18:02:11.250+01:00',
    "since-2026-11-20T18:02:11.250Z'",
  ])
    expect(parseDaySpan(wrong)).toBeNull();
});

test('removes risk filters for people who may not see risk detail', () => {
  const { query } = read('secret=never&status=NEW');
  expect(query.choices).toEqual({ secret: ['never'], status: ['NEW'] });
  expect(restrictQuery(spec, false, query).choices).toEqual({ status: ['NEW'] });
  expect(restrictQuery(spec, true, query)).toBe(query);
  expect(Object.keys(restrictSpec(spec, false).filters)).not.toContain('secret');
});

test('removes one filter, keeps the others and returns to the first page', () => {
  const { query } = read(`status=NEW&price=EUR:1&only=${id}&after=abc`);
  expect(listAddress(withoutFilter(query, 'price'))).toBe(`status=NEW&only=${id}`);
  expect(listAddress(withoutFilter(query, 'only'))).toBe('price=EUR:1&status=NEW');
});
