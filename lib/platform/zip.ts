import 'server-only';
import { crc32 } from 'node:zlib';

export type PackedFile = { readonly name: string; readonly bytes: Uint8Array };

/** A file of an archive. Sizes are in bytes, below 4 GiB unless it is large. */
export type ZipEntry = {
  readonly name: string;
  readonly isDeflated: boolean;
  /** The header precedes the content, so the size follows in a descriptor. */
  readonly isStreamed: boolean;
  /** May reach 4 GiB together with its archive (ZIP64). Streamed files only. */
  readonly isLarge: boolean;
  readonly crc: number;
  readonly size: number;
  readonly packed: number;
  /** Position of its header in the archive. */
  readonly offset: number;
};

const utf8Names = 0x0800;
const sizeFollows = 0x0008;
const deflate = 8;
/** ZIP64: required version, record id, and the placeholder for sizes that don't fit. */
const largeVersion = 45;
const largeMark = 0x0001;
const sizePlaceholder = 0xffff_ffff;
const encoder = new TextEncoder();

/** Returns the date and time of MS-DOS in UTC, exact to two seconds. */
function dosTime(at: Date): { time: number; date: number } {
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

type Sizes = Pick<ZipEntry, 'crc' | 'size' | 'packed'>;
const unknownSizes: Sizes = { crc: 0, size: 0, packed: 0 };
const requiredVersion = ({ isLarge }: ZipEntry): number => (isLarge ? largeVersion : 20);

function writeSizes(view: DataView, from: number, { crc, size, packed }: Sizes): void {
  view.setUint32(from, crc, true);
  view.setUint32(from + 4, packed, true);
  view.setUint32(from + 8, size, true);
}

function writeFields(view: DataView, from: number, entry: ZipEntry, at: Date, sizes: Sizes): void {
  const { time, date } = dosTime(at);
  view.setUint16(from, requiredVersion(entry), true);
  view.setUint16(from + 2, utf8Names | (entry.isStreamed ? sizeFollows : 0), true);
  view.setUint16(from + 4, entry.isDeflated ? deflate : 0, true);
  view.setUint16(from + 6, time, true);
  view.setUint16(from + 8, date, true);
  const { crc } = sizes;
  writeSizes(
    view,
    from + 10,
    entry.isLarge ? { crc, size: sizePlaceholder, packed: sizePlaceholder } : sizes,
  );
  view.setUint16(from + 22, encoder.encode(entry.name).byteLength, true);
  view.setUint16(from + 24, largeSizes(entry, sizes).byteLength, true);
}

/** Sizes of a large file, after its name. */
function largeSizes({ isLarge }: ZipEntry, { size, packed }: Sizes): Uint8Array {
  if (!isLarge) return new Uint8Array();
  const view = new DataView(new ArrayBuffer(20));
  view.setUint16(0, largeMark, true);
  view.setUint16(2, 16, true);
  view.setBigUint64(4, BigInt(size), true);
  view.setBigUint64(12, BigInt(packed), true);
  return new Uint8Array(view.buffer);
}

const nameAndSizes = (entry: ZipEntry, sizes: Sizes) => [
  encoder.encode(entry.name),
  largeSizes(entry, sizes),
];

/** Header before a file's content. */
export function createZipHeader(entry: ZipEntry, at: Date): Uint8Array {
  const view = new DataView(new ArrayBuffer(30));
  view.setUint32(0, 0x04034b50, true);
  const sizes = entry.isStreamed ? unknownSizes : entry;
  writeFields(view, 4, entry, at, sizes);
  return Buffer.concat([new Uint8Array(view.buffer), ...nameAndSizes(entry, sizes)]);
}

/** Descriptor after the content of a streamed file. */
export function createZipDescriptor(entry: ZipEntry): Uint8Array {
  const view = new DataView(new ArrayBuffer(entry.isLarge ? 24 : 16));
  view.setUint32(0, 0x08074b50, true);
  if (entry.isLarge) {
    view.setUint32(4, entry.crc, true);
    view.setBigUint64(8, BigInt(entry.packed), true);
    view.setBigUint64(16, BigInt(entry.size), true);
  } else writeSizes(view, 4, entry);
  return new Uint8Array(view.buffer);
}

function centralHeader(entry: ZipEntry, at: Date): Uint8Array {
  const view = new DataView(new ArrayBuffer(46));
  view.setUint32(0, 0x02014b50, true);
  view.setUint16(4, requiredVersion(entry), true);
  writeFields(view, 6, entry, at, entry);
  view.setUint32(42, entry.offset, true);
  return Buffer.concat([new Uint8Array(view.buffer), ...nameAndSizes(entry, entry)]);
}

/** Position of the end record of a large archive. */
function largeEnd(entries: number, length: number, start: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(76));
  view.setUint32(0, 0x06064b50, true);
  // Length of the rest of this record.
  view.setBigUint64(4, 44n, true);
  view.setUint16(12, largeVersion, true);
  view.setUint16(14, largeVersion, true);
  view.setBigUint64(24, BigInt(entries), true);
  view.setBigUint64(32, BigInt(entries), true);
  view.setBigUint64(40, BigInt(length), true);
  view.setBigUint64(48, BigInt(start), true);
  view.setUint32(56, 0x07064b50, true);
  view.setBigUint64(64, BigInt(start + length), true);
  view.setUint32(72, 1, true);
  return new Uint8Array(view.buffer);
}

/** End of an archive, which starts at `start`: the list of its files and positions. */
export function createZipEnd(entries: readonly ZipEntry[], start: number, at: Date): Uint8Array<ArrayBuffer> {
  const central = Buffer.concat(entries.map((entry) => centralHeader(entry, at)));
  const view = new DataView(new ArrayBuffer(22));
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(8, entries.length, true);
  view.setUint16(10, entries.length, true);
  view.setUint32(12, central.byteLength, true);
  const isLarge = entries.some((entry) => entry.isLarge);
  view.setUint32(16, isLarge ? sizePlaceholder : start, true);
  const large = isLarge ? [largeEnd(entries.length, central.byteLength, start)] : [];
  return new Uint8Array(Buffer.concat([central, ...large, new Uint8Array(view.buffer)]));
}

/** Creates a ZIP archive with uncompressed files. */
export function createZip(files: readonly PackedFile[], at: Date): Uint8Array<ArrayBuffer> {
  const { parts, entries, length } = createZipStart(files, at);
  return new Uint8Array(Buffer.concat([...parts, createZipEnd(entries, length, at)]));
}

/** Creates the archive without its end, so that more files can follow. */
export function createZipStart(files: readonly PackedFile[], at: Date) {
  const parts: Uint8Array[] = [];
  const entries: ZipEntry[] = [];
  let length = 0;
  for (const { name, bytes } of files) {
    const size = bytes.byteLength;
    const stored = {
      isDeflated: false,
      isStreamed: false,
      isLarge: false,
      crc: crc32(bytes),
      size,
      packed: size,
    };
    const entry = { name, ...stored, offset: length };
    const header = createZipHeader(entry, at);
    parts.push(header, bytes);
    entries.push(entry);
    length += header.byteLength + size;
  }
  return { parts, entries, length };
}
