import fs from 'node:fs';
import path from 'node:path';

/** The folder of a complete archive, named after its time. */
const archiveName = /^countinghouse-\d{8}T\d{6}Z$/;

/** Lists the archives of a folder, oldest first. */
export const listArchives = (folder: string): readonly string[] =>
  fs
    .readdirSync(folder)
    .filter((name) => archiveName.test(name))
    .sort()
    .map((name) => path.join(folder, name));

/** Removes all but the newest archives of a folder, and returns the removed ones. Other files stay. */
export function pruneArchives(folder: string, keep: number): readonly string[] {
  const old = listArchives(path.resolve(folder)).slice(0, -keep);
  for (const archive of old) fs.rmSync(archive, { recursive: true });
  return old;
}
