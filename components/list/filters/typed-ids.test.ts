import { expect, test } from 'vitest';
import { parseTypedIds } from './typed-ids.ts';

const [one, other] = ['0d9e1c8a-1111-4222-8333-444455556666', '7e2a91c4-0d35-4b68-a1f7-c3d05e8b9f12'];

test('returns each pasted id once', () => {
  expect(parseTypedIds(`${one}\n ${other.toUpperCase()}, ${one},`, 2)).toEqual({ ids: `${one},${other}` });
  expect(parseTypedIds(' \n', 2)).toEqual({ ids: null });
});

test('returns an error for an incomplete id and for too many ids', () => {
  expect(parseTypedIds(`${one}, 7e2a`, 2)).toEqual({ error: expect.stringContaining('complete IDs') });
  expect(parseTypedIds(`${one} ${other}`, 1)).toEqual({ error: 'Enter at most 1 ID.' });
  expect(parseTypedIds(one, 0)).toEqual({ error: expect.stringContaining('Remove another filter') });
});
