import 'server-only';
import { crc32 } from 'node:zlib';

export type PackedFile = { readonly name: string; readonly bytes: Uint8Array };

const utf8Names = 0x0800;
const encoder = new TextEncoder();

/** The date and time of MS-DOS, in UTC: two seconds exact. */
function dosTime(at: Date): { time: number; date: number } {
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

type Entry = { readonly name: Uint8Array; readonly bytes: Uint8Array; readonly offset: number };

function fields(view: DataView, from: number, entry: Entry, at: Date): void {
  const { time, date } = dosTime(at);
  view.setUint16(from, 20, true);
  view.setUint16(from + 2, utf8Names, true);
  view.setUint16(from + 4, 0, true);
  view.setUint16(from + 6, time, true);
  view.setUint16(from + 8, date, true);
  view.setUint32(from + 10, crc32(entry.bytes), true);
  view.setUint32(from + 14, entry.bytes.byteLength, true);
  view.setUint32(from + 18, entry.bytes.byteLength, true);
  view.setUint16(from + 22, entry.name.byteLength, true);
}

function localHeader(entry: Entry, at: Date): Uint8Array {
  const view = new DataView(new ArrayBuffer(30));
  view.setUint32(0, 0x04034b50, true);
  fields(view, 4, entry, at);
  return new Uint8Array(view.buffer);
}

function centralHeader(entry: Entry, at: Date): Uint8Array {
  const view = new DataView(new ArrayBuffer(46));
  view.setUint32(0, 0x02014b50, true);
  view.setUint16(4, 20, true);
  fields(view, 6, entry, at);
  view.setUint32(42, entry.offset, true);
  return new Uint8Array(view.buffer);
}

function endRecord(count: number, size: number, offset: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(22));
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(8, count, true);
  view.setUint16(10, count, true);
  view.setUint32(12, size, true);
  view.setUint32(16, offset, true);
  return new Uint8Array(view.buffer);
}

/** A ZIP archive whose files are stored as they are: evidence gains nothing from being compressed. */
export function zipOf(files: readonly PackedFile[], at: Date): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  const put = (part: Uint8Array) => {
    parts.push(part);
    offset += part.byteLength;
  };
  for (const file of files) {
    const entry = { name: encoder.encode(file.name), bytes: file.bytes, offset };
    put(localHeader(entry, at));
    put(entry.name);
    put(entry.bytes);
    central.push(centralHeader(entry, at), entry.name);
  }
  const start = offset;
  for (const part of central) put(part);
  put(endRecord(files.length, offset - start, start));
  return new Uint8Array(Buffer.concat(parts));
}
