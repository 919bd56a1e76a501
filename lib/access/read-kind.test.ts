import fs from 'node:fs';
import { expect, test } from 'vitest';
import { findReadKind } from './read-kind.ts';

const folder = 'app/api/businesses/[business]';
const routes = fs
  .globSync('**/route.ts', { cwd: folder })
  .map((file) => file.replace(/\/?route\.ts$/, ''))
  .sort();

/** The routes that are not plain reads. Add a new route here if it takes long. */
const expected: Record<string, string> = {
  live: 'stream',
  'payments/[payment]/pdf': 'export',
  'reviews/[case]/evidence': 'export',
  'reviews/[case]/files/[file]': 'export',
  'exports/[export]': 'export',
};

function expectedKind(route: string): string {
  if (route.endsWith('/totals')) return 'totals';
  if (route.endsWith('/totals/all')) return 'all-totals';
  if (route.endsWith('/export')) return 'export';
  return expected[route] ?? 'read';
}

test.each(routes)('finds the kind of %s', (route) => {
  const id = '0b3c9a52-6f0e-4d1c-9d53-2f6a1e7b8c40';
  const pathname = `/api/businesses/${id}/${route.replaceAll(/\[\w+\]/g, id)}`;
  expect(findReadKind(pathname)).toBe(expectedKind(route));
});

test('finds the kind of an encoded path, and survives one that is encoded wrongly', () => {
  expect(findReadKind('/api/businesses/b/payments/%65xport')).toBe('export');
  expect(findReadKind('/api/businesses/b/payments/%zz')).toBe('read');
  expect(findReadKind('/x')).toBe('read');
});
