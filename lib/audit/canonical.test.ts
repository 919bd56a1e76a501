import { expect, test } from 'vitest';
import type { HashedEntry } from './canonical.ts';
import { genesisHash, hashEntry, hasMatchingHash } from './canonical.ts';

const entry: HashedEntry = {
  chainId: '00000000-0000-4000-8000-000000000001',
  sequence: 1n,
  at: 1_793_000_000_000,
  actorKind: 'person',
  actorId: 'ada',
  action: 'team.invite',
  objectType: 'person',
  objectId: 'ben',
  before: null,
  after: { role: 'viewer' },
  requestId: 'request',
  previous: genesisHash,
};
const present = { name: 'audit-entry-1', algorithm: 'sha256' };
const next = { name: 'audit-entry-2', algorithm: 'sha3-512' };

test('a chain goes on with another hash function, and its former entries stay valid', () => {
  const former = { ...entry, hash: hashEntry(entry) };
  const following = { ...entry, sequence: 2n, previous: former.hash };
  const newer = { ...following, hash: hashEntry(following, next) };
  for (const one of [former, newer]) {
    expect(hasMatchingHash(one, [next, present])).toBe(true);
    expect(hasMatchingHash({ ...one, after: { role: 'owner' } }, [next, present])).toBe(false);
  }
  expect(hasMatchingHash(former)).toBe(true);
  expect(hasMatchingHash(newer)).toBe(false);
});
