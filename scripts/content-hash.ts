import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Every file below `entry` (or `entry` itself), in a stable order. */
function* filesBelow(entry: string): Generator<string> {
  const stat = fs.statSync(entry, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (stat.isFile()) yield entry;
  if (!stat.isDirectory()) return;
  for (const name of fs.readdirSync(entry).sort()) yield* filesBelow(path.join(entry, name));
}

/**
 * One hash over the names and contents of these files and folders. Contents, not times: a checkout or a copy
 * changes times.
 */
export function hashContents(
  folder: string,
  entries: readonly string[],
  extra: readonly string[] = [],
  counts: (file: string) => boolean = () => true,
): string {
  const hash = createHash('sha256');
  for (const entry of entries) {
    for (const file of filesBelow(path.join(folder, entry))) {
      if (!counts(file)) continue;
      const bytes = fs.readFileSync(file);
      hash.update(`${path.relative(folder, file)}\0${bytes.length}\0`).update(bytes);
    }
  }
  for (const word of extra) hash.update(`\0${word}`);
  return hash.digest('hex');
}
