import { expect, test } from 'vitest';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import { startUploadForm } from './schema.ts';

test('refuses a file of 100 MB before any of it is uploaded', () => {
  const form = { businessId: '3f0e7a52-6f0f-4b53-9d55-7a1c3f1f2f01', fileName: 'a.csv', source: 'csv' };
  const refused = startUploadForm.safeParse({ ...form, size: 100_000_000 });
  expect(refused.error?.issues.map(({ message }) => message)).toEqual([tBatchProblems('upload.tooLarge')]);
  expect(startUploadForm.safeParse({ ...form, size: 10_000_000 }).success).toBe(true);
});
