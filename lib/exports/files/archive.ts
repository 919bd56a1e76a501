import 'server-only';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import type { ZipEntry } from '#lib/platform/zip.ts';
import { createZipDescriptor, createZipEnd, createZipHeader, createZipStart } from '#lib/platform/zip.ts';

const deflateChunk = promisify(deflateRaw);
/** Every stretch ends at a whole byte and refers to nothing before it, so another process can write the next one. */
const options = { level: 4, finishFlush: constants.Z_FULL_FLUSH };
/** Nothing, as the last stretch of what was squeezed. */
const end = new Uint8Array([3, 0]);

/** How far the part of an archive that grows has come. Bytes. */
export type EntryProgress = { readonly crc: number; readonly size: number; readonly packed: number };
const emptyProgress: EntryProgress = { crc: 0, size: 0, packed: 0 };

/** An archive that is not large knows sizes below 4 GiB; a stretch and the end must still fit. */
export const maximumBytes = 4_000_000_000;

/** What there is of an archive: the parts that are known at once, and the name of the one that grows behind them. */
export type Archive = {
  readonly parts: Readonly<Record<string, string>>;
  readonly name: string;
  /** The moment when it was asked for. */
  readonly at: Date;
  /** It may have 4 GiB or more, which takes a program that reads ZIP64. */
  readonly isLarge: boolean;
};

const encoder = new TextEncoder();

function openArchive({ parts, name, at, isLarge }: Archive) {
  const files = Object.entries(parts).map(([file, text]) => ({ name: file, bytes: encoder.encode(text) }));
  const { parts: first, entries, length } = createZipStart(files, at);
  const growing: ZipEntry = {
    name,
    isDeflated: true,
    isStreamed: true,
    isLarge,
    ...emptyProgress,
    offset: length,
  };
  const header = createZipHeader(growing, at);
  return {
    bytes: new Uint8Array(Buffer.concat([...first, header])),
    entries,
    growing,
    behind: length + header.byteLength,
  };
}

/** The first bytes of the archive. */
export const createArchiveHead = (archive: Archive) => openArchive(archive).bytes;

/** Some more text of the part that grows: its bytes in the archive, and how far it is with them. */
export async function createArchiveChunk(
  grown: EntryProgress,
  text: string,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly grown: EntryProgress }> {
  const raw = encoder.encode(text);
  const bytes = new Uint8Array(await deflateChunk(raw, options));
  return {
    bytes,
    grown: {
      crc: crc32(raw, grown.crc),
      size: grown.size + raw.byteLength,
      packed: grown.packed + bytes.byteLength,
    },
  };
}

/** The last bytes of the archive. */
export function createArchiveEnd(archive: Archive, grown: EntryProgress): Uint8Array<ArrayBuffer> {
  const { entries, growing, behind } = openArchive(archive);
  const whole = { ...growing, ...grown, packed: grown.packed + end.byteLength };
  const descriptor = createZipDescriptor(whole);
  const start = behind + whole.packed + descriptor.byteLength;
  return new Uint8Array(
    Buffer.concat([end, descriptor, createZipEnd([...entries, whole], start, archive.at)]),
  );
}
