import 'server-only';
import fs from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '#lib/platform/clock.ts';
import { toDate } from '#lib/values/instant.ts';
import { leaseMs } from './model.ts';

/** The beginning of the names of folders in which copies are written. */
export const folderPrefix = 'countinghouse-warehouse-';

/** Marks a folder as used. */
export async function touchFolder(folder: string): Promise<void> {
  const now = toDate(systemClock.now());
  await fs.utimes(folder, now, now);
}

/** Deletes the folders of processes that ended during a copy. A process that copies marks its folder more often. */
export async function removeStaleFolders(parent: string): Promise<void> {
  for (const name of await fs.readdir(parent)) {
    if (!name.startsWith(folderPrefix)) continue;
    const folder = path.join(parent, name);
    // Another process may have deleted it.
    const found = await fs.stat(folder).catch(() => null);
    if (found !== null && systemClock.now() - found.mtimeMs > leaseMs)
      await fs.rm(folder, { recursive: true, force: true });
  }
}
