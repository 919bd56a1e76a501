import fs from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const inMemory = '/dev/shm';
const roomBytes = 3e9;
const memoryBytes = 6e9;

/** Programs may have to be copied beside the data, and are run from there. */
function mayRunPrograms(folder: string): boolean {
  const line = fs
    .readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .find((mount) => mount.split(' ')[1] === folder);
  return line !== undefined && !(line.split(' ')[3] ?? 'noexec').split(',').includes('noexec');
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(inMemory);
    fs.accessSync(inMemory, fs.constants.W_OK);
    return bavail * bsize > roomBytes && process.availableMemory() > memoryBytes && mayRunPrograms(inMemory);
  } catch {
    return false;
  }
}

/**
 * Creates a folder for the database of a test, in memory if there is room. A database has about 1,500 files, and
 * creating them on a disk takes longer than most tests.
 */
export const testFolder = (name: string): Promise<string> =>
  mkdtemp(path.join(hasRoomInMemory() ? inMemory : os.tmpdir(), `countinghouse-${name}-`));
