import { crc32, inflateRawSync } from 'node:zlib';

/**
 * An entry of a ZIP archive. The reader follows the published layout (PKWARE APPNOTE 4.3) and shares no code with
 * our writer.
 */
export type ZipFileEntry = { readonly name: string; readonly bytes: Buffer };

const signatures = {
  end: 0x06054b50,
  largeEnd: 0x06064b50,
  largePlace: 0x07064b50,
  central: 0x02014b50,
  local: 0x04034b50,
} as const;
/** Stands for a size that is too large for its field and is in the ZIP64 record instead (4.3.14 and 4.5.3). */
const elsewhere = 0xffff_ffff;

function isAt(archive: Buffer, at: number, signature: number): boolean {
  return at >= 0 && at + 4 <= archive.length && archive.readUInt32LE(at) === signature;
}

function endRecord(archive: Buffer): number {
  for (let at = archive.length - 22; at >= 0; at -= 1)
    if (isAt(archive, at, signatures.end) && at + 22 + archive.readUInt16LE(at + 20) === archive.length)
      return at;
  throw new Error('there is no end of a central directory');
}

const large = (archive: Buffer, at: number): number => Number(archive.readBigUInt64LE(at));

/** Returns the start of the central directory, and the start of the record after it. */
function directory(archive: Buffer, end: number): { readonly start: number; readonly behind: number } {
  const start = archive.readUInt32LE(end + 16);
  if (start !== elsewhere) return { start, behind: end };
  if (!isAt(archive, end - 20, signatures.largePlace)) throw new Error('nothing tells of a large archive');
  const record = large(archive, end - 12);
  if (!isAt(archive, record, signatures.largeEnd) || record + 12 + large(archive, record + 4) !== end - 20)
    throw new Error('the end of a large archive is not where it is told');
  return { start: large(archive, record + 48), behind: record };
}

/** Returns the sizes of an entry, from its central header or from the extra field. */
function sizesOf(archive: Buffer, central: number, extra: number): { packed: number; size: number } {
  const packed = archive.readUInt32LE(central + 20);
  const size = archive.readUInt32LE(central + 24);
  if (packed !== elsewhere || size !== elsewhere) return { packed, size };
  if (archive.readUInt16LE(extra) !== 1) throw new Error('the sizes of a large file are nowhere');
  return { size: large(archive, extra + 4), packed: large(archive, extra + 12) };
}

/** Both headers of an entry must agree. Otherwise unpacking programs could disagree about it. */
function sameInBoth(archive: Buffer, central: number, local: number, streamed: boolean): boolean {
  const fields = streamed ? [[4, 6, 2]] : [[4, 6, 22]];
  return fields.every(([from = 0, to = 0, length = 0]) =>
    archive
      .subarray(local + from, local + from + length)
      .equals(archive.subarray(central + to, central + to + length)),
  );
}

/**
 * Reads every entry of an archive.
 *
 * @throws an error where its parts contradict each other or a checksum is wrong
 */
export function unzip(bytes: Uint8Array): readonly ZipFileEntry[] {
  const archive = Buffer.from(bytes);
  const end = endRecord(archive);
  const count = archive.readUInt16LE(end + 10);
  const { start: first, behind } = directory(archive, end);
  let central = first;
  if (central + archive.readUInt32LE(end + 12) !== behind)
    throw new Error('the central directory is not before its end');
  const found: ZipFileEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (!isAt(archive, central, signatures.central)) throw new Error(`entry ${index} has no central header`);
    const flags = archive.readUInt16LE(central + 8);
    const method = archive.readUInt16LE(central + 10);
    const nameLength = archive.readUInt16LE(central + 28);
    const { packed, size } = sizesOf(archive, central, central + 46 + nameLength);
    const local = archive.readUInt32LE(central + 42);
    const rawName = archive.subarray(central + 46, central + 46 + nameLength);
    const name = rawName.toString('utf8');
    if (!isAt(archive, local, signatures.local)) throw new Error(`${name} has no local header`);
    // Bit 3: sizes and checksum follow the data, and only the central header has them.
    const streamed = (flags & 0x0008) !== 0;
    if (!sameInBoth(archive, central, local, streamed)) throw new Error(`${name}: its headers differ`);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    if (!archive.subarray(local + 30, local + 30 + nameLength).equals(rawName))
      throw new Error(`${name} is called otherwise in its local header`);
    if (method !== 0 && method !== 8) throw new Error(`${name} is packed in a way that few can read`);
    const data = archive.subarray(start, start + packed);
    const whole = method === 0 ? data : inflateRawSync(data);
    if (whole.length !== size) throw new Error(`${name} has not the size that is told`);
    if (crc32(whole) !== archive.readUInt32LE(central + 16))
      throw new Error(`${name}: its checksum does not hold`);
    found.push({ name, bytes: whole });
    central += 46 + nameLength + archive.readUInt16LE(central + 30) + archive.readUInt16LE(central + 32);
  }
  if (central !== behind) throw new Error('the central directory holds more than it counts');
  return found;
}
