import { expect, test } from 'vitest';
import { saveViewForm } from './schema.ts';

test('filters that are too many to keep are refused in words that say what to do', () => {
  const businessId = '0d9e1c8a-1111-4222-8333-444455556666';
  const given = { businessId, list: 'callbacks', name: 'Mine', shared: false };
  expect(saveViewForm.safeParse({ ...given, query: 'x'.repeat(4_000) }).success).toBe(true);
  const { error } = saveViewForm.safeParse({ ...given, query: 'x'.repeat(4_001) });
  expect(error?.issues).toMatchObject([
    { path: ['query'], message: 'A view can’t keep so much. Filter for less.' },
  ]);
});
