import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A disk that can be filled to the last byte without affecting other programs. */
export type SmallDisk = {
  readonly folder: string;
  readonly fill: () => void;
  readonly free: () => void;
  readonly remove: () => Promise<void>;
};

const block = Buffer.alloc(64 * 1024);

/** Mounts a disk of this size. Returns a string with the reason where this machine can't: it needs root on Linux. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | string> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'mounting a small disk takes root on Linux';
  const folder = await mkdtemp(path.join(tmpdir(), 'countinghouse-small-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder]);
  } catch (failure) {
    await rm(folder, { recursive: true });
    return `no small disk can be mounted here: ${failure instanceof Error ? failure.message : 'unknown'}`;
  }
  const filler = path.join(folder, 'filler');
  return {
    folder,
    fill: () => {
      const file = fs.openSync(filler, 'a');
      try {
        for (;;) fs.writeSync(file, block);
      } catch (failure) {
        if (!(failure instanceof Error && 'code' in failure && failure.code === 'ENOSPC')) throw failure;
      } finally {
        fs.closeSync(file);
      }
    },
    free: () => fs.rmSync(filler, { force: true }),
    remove: async () => {
      await run('umount', [folder]);
      await rm(folder, { recursive: true });
    },
  };
}
