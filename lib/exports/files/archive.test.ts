import { expect, test } from 'vitest';
import { unzip } from '#lib/platform/testing/unzip.ts';
import type { Archive, ArchiveProgress } from './archive.ts';
import { writeArchiveChunk, writeArchiveEnd, writeArchiveHead } from './archive.ts';

const archive = (isLarge: boolean): Archive => ({
  parts: { 'first.txt': 'at once' },
  name: 'rows.csv',
  at: new Date('2026-11-20T22:30:00Z'),
  isLarge,
});
const none: ArchiveProgress = { crc: 0, size: 0, packed: 0 };

test.each([false, true])('reads an entry that was written in chunks (large: %s)', async (isLarge) => {
  const content = archive(isLarge);
  const one = await writeArchiveChunk(none, 'a,b\r\n');
  const two = await writeArchiveChunk(one.grown, '1,2\r\n'.repeat(10_000));
  const bytes = Buffer.concat([
    writeArchiveHead(content),
    one.bytes,
    two.bytes,
    writeArchiveEnd(content, two.grown),
  ]);
  expect((await unzip(bytes)).map(({ name, bytes: part }) => [name, part.toString()])).toEqual([
    ['first.txt', 'at once'],
    ['rows.csv', `a,b\r\n${'1,2\r\n'.repeat(10_000)}`],
  ]);
});

test('stores sizes beyond 32 bits in a large archive, and where it ends', () => {
  const grown: ArchiveProgress = { crc: 0x1234_5678, size: 6_500_000_000, packed: 4_400_000_000 };
  const end = Buffer.from(writeArchiveEnd(archive(true), grown));
  const at = end.indexOf(Buffer.from('PK\u0001\u0002rows.csv'.slice(0, 4)), end.indexOf('first.txt'));
  // After the last central header and its name: id, length, size, compressed size with the final block.
  const extra = at + 46 + 'rows.csv'.length;
  expect(end.readUInt16LE(extra)).toBe(1);
  expect(end.readBigUInt64LE(extra + 4)).toBe(6_500_000_000n);
  expect(end.readBigUInt64LE(extra + 12)).toBe(4_400_000_002n);
  // The descriptor precedes it. Its sizes have eight bytes each.
  expect(end.readBigUInt64LE(2 + 8)).toBe(4_400_000_002n);
  expect(end.readBigUInt64LE(2 + 16)).toBe(6_500_000_000n);
});
