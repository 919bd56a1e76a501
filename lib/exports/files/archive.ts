import 'server-only';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/**
 * A ZIP archive (PKWARE APPNOTE 6.3.10) whose last file grows in stretches. Each stretch can be written by another
 * process, from three stored numbers. Libraries write an archive in one process only.
 */

const deflate = promisify(deflateRaw);
/** Every stretch ends at a whole byte and refers to nothing before it. */
const options = { level: 4, finishFlush: constants.Z_FULL_FLUSH };
/** An empty last block, which ends the deflated data. */
const endOfData = new Uint8Array([3, 0]);

/** Progress of the file that grows, in bytes. */
export type ArchiveProgress = { readonly crc: number; readonly size: number; readonly packed: number };
const unknownSizes: ArchiveProgress = { crc: 0, size: 0, packed: 0 };

/** Largest file of an archive without ZIP64, with room for one more stretch and the end. Bytes. */
export const maxArchiveBytes = 4_000_000_000;

/** An archive: its complete small files, and the name of the file that grows after them. */
export type Archive = {
  readonly parts: Readonly<Record<string, string>>;
  readonly name: string;
  /** When it was requested. */
  readonly at: Date;
  /** May reach 4 GiB, which needs a reader that supports ZIP64. */
  readonly isLarge: boolean;
};

/** A file of the archive. One that grows is deflated, and its sizes follow its content; others are stored. */
type Entry = ArchiveProgress & {
  readonly name: string;
  readonly grows: boolean;
  readonly isLarge: boolean;
  /** Position of its header in the archive. */
  readonly offset: number;
};

const utf8Names = 0x0800;
const sizesFollow = 0x0008;
const deflated = 8;
/** ZIP64: required version, and the placeholder for sizes that don't fit. */
const largeVersion = 45;
const sizePlaceholder = 0xffff_ffff;
const encoder = new TextEncoder();

/** Joins numbers, each with its length in bytes, in the byte order of the format. */
function pack(...fields: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Uint8Array {
  const packed = Buffer.alloc(fields.reduce((length, [bytes]) => length + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 8) packed.writeBigUInt64LE(BigInt(value), at);
    else packed.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return packed;
}

const sizeFields = ({ crc, size, packed }: ArchiveProgress, bytes: 4 | 8) =>
  pack([4, crc], [bytes, packed], [bytes, size]);

/** Returns the date and time of MS-DOS in UTC, exact to two seconds. */
function dosTime(at: Date): { readonly time: number; readonly date: number } {
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

/** The two halves that a file's header and its line in the directory share: fields, then name and ZIP64 sizes. */
function headerParts({ name, grows, isLarge }: Entry, at: Date, sizes: ArchiveProgress) {
  const { time, date } = dosTime(at);
  const { crc, size, packed } = sizes;
  const nameBytes = encoder.encode(name);
  const largeSizes = isLarge ? pack([2, 1], [2, 16], [8, size], [8, packed]) : new Uint8Array();
  const shownSizes = isLarge ? { crc, size: sizePlaceholder, packed: sizePlaceholder } : sizes;
  const fields = Buffer.concat([
    pack([2, isLarge ? largeVersion : 20], [2, utf8Names | (grows ? sizesFollow : 0)]),
    pack([2, grows ? deflated : 0], [2, time], [2, date]),
    sizeFields(shownSizes, 4),
    pack([2, nameBytes.byteLength], [2, largeSizes.byteLength]),
  ]);
  return { fields, tail: Buffer.concat([nameBytes, largeSizes]) };
}

function fileHeader(entry: Entry, at: Date): Uint8Array {
  const { fields, tail } = headerParts(entry, at, entry.grows ? unknownSizes : entry);
  return Buffer.concat([pack([4, 0x04034b50]), fields, tail]);
}

function directoryLine(entry: Entry, at: Date): Uint8Array {
  const { fields, tail } = headerParts(entry, at, entry);
  const unused = pack([2, 0], [4, 0], [4, 0]);
  const version = entry.isLarge ? largeVersion : 20;
  return Buffer.concat([pack([4, 0x02014b50], [2, version]), fields, unused, pack([4, entry.offset]), tail]);
}

/** ZIP64: the position of the directory and of this record. */
function largeEnd(entries: number, length: number, start: number): Uint8Array {
  return Buffer.concat([
    // 44 bytes of this record follow its length.
    pack([4, 0x06064b50], [8, 44], [2, largeVersion], [2, largeVersion], [4, 0], [4, 0]),
    pack([8, entries], [8, entries], [8, length], [8, start]),
    pack([4, 0x07064b50], [4, 0], [8, start + length], [4, 1]),
  ]);
}

/** The directory of an archive, which starts at `start`. */
function createDirectory(entries: readonly Entry[], start: number, { at, isLarge }: Archive): Uint8Array {
  const lines = Buffer.concat(entries.map((entry) => directoryLine(entry, at)));
  const count = entries.length;
  return Buffer.concat([
    lines,
    ...(isLarge ? [largeEnd(count, lines.byteLength, start)] : []),
    pack([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count]),
    pack([4, lines.byteLength], [4, isLarge ? sizePlaceholder : start], [2, 0]),
  ]);
}

function createStart({ parts, name, at, isLarge }: Archive) {
  const chunks: Uint8Array[] = [];
  const entries: Entry[] = [];
  let length = 0;
  const add = (entry: Entry, content: Uint8Array) => {
    const header = fileHeader(entry, at);
    chunks.push(header, content);
    entries.push(entry);
    length += header.byteLength + content.byteLength;
  };
  for (const [file, text] of Object.entries(parts)) {
    const bytes = encoder.encode(text);
    const sizes = { crc: crc32(bytes), size: bytes.byteLength, packed: bytes.byteLength };
    add({ name: file, grows: false, isLarge: false, ...sizes, offset: length }, bytes);
  }
  const growing: Entry = { name, grows: true, isLarge, ...unknownSizes, offset: length };
  const complete = [...entries];
  add(growing, new Uint8Array());
  return { bytes: new Uint8Array(Buffer.concat(chunks)), complete, growing };
}

/** Returns the first bytes of the archive. */
export const writeArchiveHead = (archive: Archive) => createStart(archive).bytes;

/** Deflates more text of the file that grows. Returns its bytes in the archive and the new progress. */
export async function writeArchiveChunk(
  grown: ArchiveProgress,
  text: string,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly grown: ArchiveProgress }> {
  const raw = encoder.encode(text);
  const bytes = new Uint8Array(await deflate(raw, options));
  return {
    bytes,
    grown: {
      crc: crc32(raw, grown.crc),
      size: grown.size + raw.byteLength,
      packed: grown.packed + bytes.byteLength,
    },
  };
}

/** Returns the last bytes of the archive. */
export function writeArchiveEnd(archive: Archive, grown: ArchiveProgress): Uint8Array<ArrayBuffer> {
  const { bytes, complete, growing } = createStart(archive);
  const entry = { ...growing, ...grown, packed: grown.packed + endOfData.byteLength };
  const descriptor = Buffer.concat([pack([4, 0x08074b50]), sizeFields(entry, archive.isLarge ? 8 : 4)]);
  const start = bytes.byteLength + entry.packed + descriptor.byteLength;
  const directory = createDirectory([...complete, entry], start, archive);
  return new Uint8Array(Buffer.concat([endOfData, descriptor, directory]));
}
