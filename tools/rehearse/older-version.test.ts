import { expect, test } from 'vitest';
import { hasSamePackages, listChangedMigrations } from './older-version.ts';

const file = (hash: string, name: string) => `100644 blob ${hash}\tprisma/migrations/${name}/migration.sql`;
const listing = (...files: readonly string[]) => files.join('\n');

test('names a migration whose text changed after the older version', () => {
  const older = listing(file('a1', '20260101000000_first'), file('b1', '20260102000000_second'));
  const current = listing(file('a1', '20260101000000_first'), file('b2', '20260102000000_second'));
  expect(listChangedMigrations(older, current)).toEqual(['20260102000000_second']);
});

test('names a migration that this version no longer has', () => {
  expect(listChangedMigrations(file('a1', '20260101000000_first'), '')).toEqual(['20260101000000_first']);
});

test('accepts an older version that today’s migrations continue', () => {
  const older = listing(file('a1', '20260101000000_first'));
  const current = listing(file('a1', '20260101000000_first'), file('b1', '20260102000000_second'));
  expect(listChangedMigrations(older, current)).toEqual([]);
});

const lock = (version: string, packages: Readonly<Record<string, string>>) =>
  JSON.stringify({
    version,
    packages: Object.fromEntries(
      [['', version], ...Object.entries(packages)].map(([name, one]) => [name, { version: one }]),
    ),
  });

test('finds the same packages in releases of the product that differ in their own version', () => {
  const packages = { 'node_modules/next': '16.4.6' };
  expect(hasSamePackages(lock('0.1.0', packages), lock('0.2.0', packages))).toBe(true);
});

const older: readonly { readonly change: string; readonly packages: Readonly<Record<string, string>> }[] = [
  { change: 'another version', packages: { 'node_modules/next': '16.4.5' } },
  {
    change: 'one that this version no longer has',
    packages: { 'node_modules/next': '16.4.6', 'node_modules/x': '1.0.0' },
  },
  { change: 'a missing one', packages: {} },
];

test.each(older)('finds other packages: $change', ({ packages }) => {
  expect(hasSamePackages(lock('0.1.0', packages), lock('0.1.0', { 'node_modules/next': '16.4.6' }))).toBe(
    false,
  );
});
