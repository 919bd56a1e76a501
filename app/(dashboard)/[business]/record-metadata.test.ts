import { notFound } from 'next/navigation';
import { expect, test } from 'vitest';
import { createRecordMetadata } from './record-metadata.ts';

const title = async (reading: Promise<{ reference: string | null }>) =>
  (await createRecordMetadata('Payment', reading, ({ reference }) => reference)).title;

test('puts the reference of a record before the title of its page', async () => {
  expect(await title(Promise.resolve({ reference: 'order-1' }))).toBe('order-1 · Payment');
});

test('keeps the plain title for a record without a reference', async () => {
  expect(await title(Promise.resolve({ reference: null }))).toBe('Payment');
});

test('has the title of an unknown address for a missing or hidden record', async () => {
  expect(await title((async () => notFound())())).toBe('Not found');
});

test('shows invisible characters as code points and shortens long references', async () => {
  expect(await title(Promise.resolve({ reference: 'a\u202eb' }))).toBe('aU+202Eb · Payment');
  expect(await title(Promise.resolve({ reference: 'x'.repeat(500) }))).toBe(`${'x'.repeat(80)} · Payment`);
});
