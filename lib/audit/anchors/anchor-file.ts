import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { anchorHash, parseLine } from './anchor.ts';

/** How an anchor file ends. `rest` is what follows its last line break: an append that was cut off. */
export type FileEnd = {
  readonly last: { readonly number: number; readonly hash: string } | null;
  readonly rest: string;
};

const firstRead = 64 * 1024;

function readEnd(descriptor: number, bytes: number): string {
  const buffer = Buffer.alloc(bytes);
  const { size } = fs.fstatSync(descriptor);
  fs.readSync(descriptor, buffer, 0, bytes, size - bytes);
  return buffer.toString('utf8');
}

/** Reads the last whole line, if there is one, and what follows it, without reading the whole file. */
function lastLine(file: string): { readonly line: string | null; readonly rest: string } {
  if (!fs.existsSync(file)) return { line: null, rest: '' };
  const descriptor = fs.openSync(file, 'r');
  try {
    const { size } = fs.fstatSync(descriptor);
    for (let bytes = Math.min(size, firstRead); ; bytes = Math.min(size, bytes * 8)) {
      const text = readEnd(descriptor, bytes);
      const end = text.lastIndexOf('\n');
      const start = end < 0 ? -1 : text.lastIndexOf('\n', end - 1);
      if (start >= 0 || bytes === size)
        return { line: end < 0 ? null : text.slice(start + 1, end), rest: text.slice(end + 1) };
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Returns null where the last line is no anchor. Throws what the file system throws. */
export function readFileEnd(file: string): FileEnd | null {
  const { line, rest } = lastLine(file);
  if (line === null) return { last: null, rest };
  const parsed = parseLine(line);
  if (parsed === null) return null;
  return { last: { number: parsed.anchor.number, hash: anchorHash(parsed.anchor) }, rest };
}

/** Appends text and returns once it is on the disk. */
export function appendDurably(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const descriptor = fs.openSync(file, 'a', 0o640);
  try {
    fs.writeFileSync(descriptor, text);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Where the first key of an installation is pinned: outside the database, beside its other secrets. */
const pinFile = (dataDir: string): string => path.join(dataDir, 'audit-pinned-keys');

/** Pins the first key. A file that is there already stays as it is. */
export function pinFirstKey(dataDir: string, publicKey: string): void {
  fs.mkdirSync(dataDir, { recursive: true });
  try {
    fs.writeFileSync(pinFile(dataDir), `${publicKey}\n`, { flag: 'wx', mode: 0o640 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** The public keys that are pinned in DATA_DIR, one a line. */
export function readPinnedKeys(dataDir: string): string[] {
  const file = pinFile(dataDir);
  if (!fs.existsSync(file)) return [];
  return fs
    .readFileSync(file, 'utf8')
    .split(/\s+/)
    .filter((key) => key !== '');
}
