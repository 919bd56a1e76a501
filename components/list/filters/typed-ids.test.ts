import { expect, test } from 'vitest';
import { typedIds } from './typed-ids.ts';

const [one, other] = ['0d9e1c8a-1111-4222-8333-444455556666', '7e2a91c4-0d35-4b68-a1f7-c3d05e8b9f12'];

test('ids are taken as they are pasted, each once', () => {
  expect(typedIds(`${one}\n ${other.toUpperCase()}, ${one},`, 2)).toEqual({ ids: `${one},${other}` });
  expect(typedIds(' \n', 2)).toEqual({ ids: null });
});

test('what is no id, or has no room in an address, is said and not left out', () => {
  expect(typedIds(`${one}, 7e2a`, 2)).toEqual({ error: expect.stringContaining('whole IDs') });
  expect(typedIds(`${one} ${other}`, 1)).toEqual({ error: 'Use at most 1 here.' });
  expect(typedIds(one, 0)).toEqual({ error: expect.stringContaining('take another filter away') });
});
