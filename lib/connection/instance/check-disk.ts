import 'server-only';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { ServerFacts } from '#lib/database/server-facts.ts';
import { tInstanceChecks } from '#lib/messages/operations.ts';
import { formatByteSize } from '#lib/values/byte-size.ts';
import { isLoopbackHost } from '#lib/values/network-host.ts';
import type { CheckState, CheckView } from '../schema.ts';
import { toInstanceCheck } from './instance-check.ts';

const gibibyte = 1024 ** 3;
/** PostgreSQL needs room for its log and for sorting, so it fails before the disk is completely full. */
const lowBytes = 5 * gibibyte;
const fullBytes = gibibyte;

type Space = { readonly freeBytes: number; readonly totalBytes: number };

/** Rates the free space of a folder. `effect` chooses what a full disk means. */
export function describeDiskSpace(
  folder: string,
  { freeBytes, totalBytes }: Space,
  effect: 'database' | 'data-folder',
): { readonly state: CheckState; readonly message: string } {
  const sizes = { effect, folder, free: formatByteSize(freeBytes), total: formatByteSize(totalBytes) };
  if (freeBytes < fullBytes) return { state: 'bad', message: tInstanceChecks('disk.full', sizes) };
  if (freeBytes < lowBytes) return { state: 'attention', message: tInstanceChecks('disk.low', sizes) };
  return { state: 'good', message: tInstanceChecks('disk.good', sizes) };
}

async function readSpace(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await fs.statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Returns the folder itself, or the nearest parent that exists. */
async function findExisting(folder: string): Promise<string> {
  const exists = await fs.stat(folder).then(
    () => true,
    () => false,
  );
  const parent = path.dirname(folder);
  return exists || parent === folder ? folder : findExisting(parent);
}

const explain = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** Checks that DATA_DIR, or the folder in which it will be made, can be written and has free space. */
export async function checkDataFolder(dataDir: string): Promise<CheckView> {
  const folder = await findExisting(dataDir);
  try {
    if (!(await fs.stat(folder)).isDirectory()) throw Object.assign(new Error(folder), { code: 'ENOTDIR' });
    await fs.access(folder, fs.constants.W_OK);
  } catch (error) {
    const message = folder === dataDir ? 'disk.unwritable' : 'disk.missing';
    return toInstanceCheck(
      'disk',
      'bad',
      tInstanceChecks(message, { folder: dataDir, reason: explain(error) }),
    );
  }
  const { state, message } = describeDiskSpace(dataDir, await readSpace(folder), 'data-folder');
  return toInstanceCheck('disk', state, message);
}

/** Returns true if the database listens on this machine: a folder of the same name elsewhere says nothing about it. */
function isOnThisMachine(databaseUrl: string): boolean {
  const address = URL.parse(databaseUrl.replace('@/', '@localhost/'));
  return address !== null && (address.hostname === '' || isLoopbackHost(address.hostname));
}

/** Checks the free space of the database if its data folder is on this machine. */
export async function checkDatabaseDisk(facts: ServerFacts | null, databaseUrl: string): Promise<CheckView> {
  const key = 'database-disk';
  if (facts === null) return toInstanceCheck(key, 'unknown', tInstanceChecks('notReached'));
  const size = formatByteSize(facts.bytes);
  const isLocal = facts.dataFolder !== null && isOnThisMachine(databaseUrl);
  const space =
    facts.dataFolder === null || !isLocal ? null : await readSpace(facts.dataFolder).catch(() => null);
  if (space === null || facts.dataFolder === null)
    return toInstanceCheck(key, 'unknown', tInstanceChecks('databaseDisk.remote', { size }));
  const { state, message } = describeDiskSpace(facts.dataFolder, space, 'database');
  return toInstanceCheck(key, state, tInstanceChecks('databaseDisk.size', { size, disk: message }));
}
