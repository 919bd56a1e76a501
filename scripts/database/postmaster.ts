import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** The content of postmaster.pid of a running PostgreSQL. */
export type Postmaster = { readonly pid: number; readonly port: number; readonly ready: boolean };

/** Reads postmaster.pid of a data folder; undefined where there is none (or an unfinished one). */
export function readPostmaster(folder: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isSafeInteger(pid) || pid <= 0 || !Number.isSafeInteger(port)) return undefined;
  return { pid, port, ready: (lines[7] ?? '').trim() === 'ready' };
}

/** Returns true if a process of this ID exists, even one that must not be signalled. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A process that ended but was not yet collected by its parent still has an id on Linux. */
function isZombie(pid: number): boolean {
  try {
    return /^State:\s+[ZX]/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Returns true if this ID certainly belongs to another program. IDs are used again after a restart. */
export function belongsToOtherProgram(pid: number): boolean {
  try {
    return !fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  } catch {
    return false;
  }
}

/** Waits until the process has ended; false when it has not within the time. */
export async function waitForEnd(pid: number, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await pause(20)) {
    if (!isAlive(pid)) return true;
  }
  return !isAlive(pid);
}

/** Returns true if the password opens the database of `url` and its data is in `folder`. */
export async function isOurDatabase(url: string, folder: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('SHOW data_directory');
    const shown: unknown = rows[0]?.data_directory;
    return typeof shown === 'string' && fs.realpathSync(shown) === fs.realpathSync(folder);
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
