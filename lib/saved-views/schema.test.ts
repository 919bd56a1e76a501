import { expect, test } from 'vitest';
import { saveViewForm } from './schema.ts';

test('refuses too many filters and says what to do', () => {
  const businessId = '0d9e1c8a-1111-4222-8333-444455556666';
  const input = { businessId, list: 'callbacks', name: 'Mine', shared: false };
  expect(saveViewForm.safeParse({ ...input, query: 'x'.repeat(4_000) }).success).toBe(true);
  const { error } = saveViewForm.safeParse({ ...input, query: 'x'.repeat(4_001) });
  expect(error?.issues).toMatchObject([
    {
      path: ['query'],
      message: 'This view has too many filters. Remove some filters and save the view again.',
    },
  ]);
});
