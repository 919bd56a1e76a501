import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { hashAnchor, parseAnchorLine } from './anchor.ts';

/** The end of an anchor file. `rest` follows the last line break: an append that was cut off. */
export type FileEnd = {
  readonly last: { readonly number: number; readonly hash: string } | null;
  readonly rest: string;
};

const initialReadBytes = 64 * 1024;

function readEnd(descriptor: number, bytes: number): string {
  const buffer = Buffer.alloc(bytes);
  const { size } = fs.fstatSync(descriptor);
  fs.readSync(descriptor, buffer, 0, bytes, size - bytes);
  return buffer.toString('utf8');
}

/** Reads the last complete line, if there is one, and the text after it, without reading the whole file. */
function readLastLine(file: string): { readonly line: string | null; readonly rest: string } {
  if (!fs.existsSync(file)) return { line: null, rest: '' };
  const descriptor = fs.openSync(file, 'r');
  try {
    const { size } = fs.fstatSync(descriptor);
    for (let bytes = Math.min(size, initialReadBytes); ; bytes = Math.min(size, bytes * 8)) {
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

/** Returns null if the last line is not an anchor. Throws errors of the file system. */
export function readLastAnchor(file: string): FileEnd | null {
  const { line, rest } = readLastLine(file);
  if (line === null) return { last: null, rest };
  const parsed = parseAnchorLine(line);
  if (parsed === null) return null;
  return { last: { number: parsed.anchor.number, hash: hashAnchor(parsed.anchor) }, rest };
}

/** Appends text and returns when it is on the disk. */
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

/** Returns the file that pins the first key of an installation, outside the database. */
const toPinFile = (dataDir: string): string => path.join(dataDir, 'audit-pinned-keys');

/** Pins the first key. Never overwrites an existing file. */
export function pinFirstKey(dataDir: string, publicKey: string): void {
  fs.mkdirSync(dataDir, { recursive: true });
  try {
    fs.writeFileSync(toPinFile(dataDir), `${publicKey}\n`, { flag: 'wx', mode: 0o640 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** Returns the public keys that are pinned in DATA_DIR, one per line. */
export function readPinnedKeys(dataDir: string): string[] {
  const file = toPinFile(dataDir);
  if (!fs.existsSync(file)) return [];
  return fs
    .readFileSync(file, 'utf8')
    .split(/\s+/)
    .filter((key) => key !== '');
}
