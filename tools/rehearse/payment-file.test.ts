import { expect, test } from 'vitest';
import { guessMapping } from '#lib/payment-batches/model/column-names.ts';
import { writePaymentFile } from './payment-file.ts';

test('writes few rows that fill several chunks, with columns that no field uses', () => {
  const { ids, bytes, chunks } = writePaymentFile(60, 'twice');
  expect(ids).toHaveLength(60);
  expect(new Set(ids).size).toBe(60);
  expect(chunks.map(({ byteLength }) => byteLength).slice(0, 2)).toEqual([1_048_576, 1_048_576]);
  expect(Buffer.concat(chunks).equals(Buffer.from(bytes))).toBe(true);
  const [header = '', first = ''] = new TextDecoder().decode(bytes).split('\n');
  expect(guessMapping(header.split(',')).filter((field) => field !== '')).toEqual([
    'clientPaymentId',
    'amount',
    'currency',
  ]);
  expect(first).toMatch(/^twice-1,1\.50,EUR,n/);
});
