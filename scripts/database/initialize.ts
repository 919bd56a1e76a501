import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { tEmbeddedDatabase } from '#lib/messages/commands.ts';
import type { DatabaseLocation } from './data-folder.ts';
import { fileFailure, StartFailure } from './failure.ts';

export const DATABASE_USER = 'countinghouse';

const knownFailures = [
  [/No space left on device/i, 'diskFull'],
  [/Disk quota exceeded/i, 'quota'],
  [/Permission denied/i, 'permission'],
  [/Read-only file system/i, 'readOnly'],
  [/shared memory|semaphores/i, 'sharedMemory'],
  [/error while loading shared libraries: (\S+)/i, 'library'],
] as const;

/** Reduces the output of PostgreSQL to one line. */
export function explainPostgres(step: 'start' | 'setUp', folder: string, output: string): StartFailure {
  const known = knownFailures.find(([pattern]) => pattern.test(output));
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const line =
    lines.findLast((one) => /FATAL|PANIC|error/i.test(one)) ??
    lines.at(-1) ??
    tEmbeddedDatabase('reason.none');
  const reason = known
    ? tEmbeddedDatabase('reason.explained', {
        explanation: tEmbeddedDatabase(`reason.${known[1]}`),
        output: line.trim(),
      })
    : line.trim();
  return new StartFailure(tEmbeddedDatabase(`failed.${step}`, { folder, reason }));
}

/** Options for a child that runs as the database's account. Its working folder must be one it may enter. */
export function runAsAccount(place: DatabaseLocation): {
  cwd: string;
  env: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
} {
  return {
    cwd: path.parse(place.folder).root,
    env: {
      PATH: process.env['PATH'],
      SystemRoot: process.env['SystemRoot'],
      LC_ALL: 'C',
      TZ: 'UTC',
      NODE_ENV: 'production',
    },
    ...place.account,
  };
}

function run(
  program: string,
  args: readonly string[],
  place: DatabaseLocation,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...runAsAccount(place), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const gather = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', gather);
    child.stderr.on('data', gather);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

function setOwner(place: DatabaseLocation, file: string): void {
  if (place.account !== undefined) fs.chownSync(file, place.account.uid, place.account.gid);
}

/**
 * Makes a database folder. It is made aside and renamed when complete: after a kill in the middle the next start
 * begins again instead of finding half a database.
 */
export async function initialize(
  place: DatabaseLocation,
  password: string,
  options: { fsync: boolean },
): Promise<void> {
  const unfinished = `${place.folder}.new`;
  const passwordFile = path.join(os.tmpdir(), `countinghouse-${randomUUID()}`);
  try {
    fs.rmSync(unfinished, { recursive: true, force: true });
    fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 });
    setOwner(place, unfinished);
    fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    setOwner(place, passwordFile);
    const { code, output } = await run(
      place.binaries.initdb,
      [
        '-D',
        unfinished,
        '-U',
        DATABASE_USER,
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
        ...(options.fsync ? [] : ['--no-sync']),
      ],
      place,
    );
    if (code !== 0) throw explainPostgres('setUp', place.folder, output);
    fs.renameSync(unfinished, place.folder);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw fileFailure(place.folder, error);
  } finally {
    fs.rmSync(passwordFile, { force: true });
  }
}
