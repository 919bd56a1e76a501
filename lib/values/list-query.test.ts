import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListSpec } from './list-query.ts';
import { isDay, isFiltered, listAddress, readDays, readListQuery, writeDays } from './list-query.ts';

const spec = {
  name: 'things',
  filters: {
    status: { kind: 'choice', label: 'Status', choices: [{ value: 'NEW', label: 'New' }] },
    at: { kind: 'days', label: 'At' },
  },
} as const satisfies ListSpec;

const read = (text: string) => {
  const parameters = new URLSearchParams(text);
  return readListQuery(spec, (name) => parameters.get(name));
};

test.each([
  ['', ''],
  ['status=NEW', 'status=NEW'],
  ['status=NEW,OLD,NEW, ', 'status=NEW,OLD'],
  ['at=2026-11-20', 'at=2026-11-20'],
  ['at=2026-11-20..2026-11-01', 'at=2026-11-01..2026-11-20'],
  ['at=..2026-11-01', 'at=..2026-11-01'],
  ['q=%20order%201%20&sort=oldest', 'q=order+1&sort=oldest'],
  ['sort=newest&unknown=x', ''],
  ['after=abc&before=def', 'after=abc'],
])('%s is read as %s', (given, address) => {
  expect(listAddress(read(given).query)).toBe(address);
});

test.each([
  ['status=%3Cscript%3E', ['status']],
  ['at=2026-02-30', ['at']],
  ['at=..', ['at']],
  [`q=${'x'.repeat(201)}`, ['q']],
  ['q=%E2%80%AE', []],
  ['after=%2F..%2F', ['page']],
])('%s leaves out %j and filters by nothing', (given, ignored) => {
  const reading = read(given);
  expect(reading.ignored).toEqual(ignored);
  expect(isFiltered(reading.query)).toBe(false);
});

test('whatever stands in an address, reading it never throws and reading it again changes nothing', () => {
  const texts = fc.record({
    status: fc.string({ unit: 'binary' }),
    at: fc.oneof(fc.string(), fc.constantFrom('2026-11-20..', '2026-01-01..2025-01-01')),
    q: fc.string({ unit: 'binary', maxLength: 300 }),
    sort: fc.string(),
    after: fc.string(),
    before: fc.string(),
  });
  fc.assert(
    fc.property(texts, (given) => {
      const once = readListQuery(spec, (name) => new Map(Object.entries(given)).get(name) ?? null);
      const address = listAddress(once.query);
      expect(read(address)).toEqual({ query: once.query, ignored: [] });
    }),
    { numRuns: 5_000 },
  );
});

test('days of the calendar only', () => {
  expect(['2024-02-29', '2026-12-31'].every(isDay)).toBe(true);
  expect(['2026-02-29', '2026-13-01', '0001-01-01', '20261120', ''].some(isDay)).toBe(false);
  expect(readDays('2026-11-20')).toEqual({ from: '2026-11-20', to: '2026-11-20' });
  expect(writeDays({ from: '2026-11-20', to: null })).toBe('2026-11-20..');
});
