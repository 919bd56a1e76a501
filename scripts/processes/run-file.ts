import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { tStart } from '#lib/messages/commands.ts';
import { explainWriteErrors, StartFailure } from '../database/failure.ts';
import { waitForEnd } from '../database/postmaster.ts';

/** Returns the command line of a process, or undefined if it doesn't run or the system hides it. */
function readCommand(pid: number): string | undefined {
  try {
    if (fs.existsSync('/proc/self/cmdline')) {
      return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    }
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/** Returns true if this ID belongs to the given script, and not to a program that got the ID later. */
function isRunningScript(pid: number, script: string): boolean {
  return readCommand(pid)?.includes(script) ?? false;
}

const runShape = z.object({
  supervisor: z.number(),
  address: z.string(),
  children: z.array(z.object({ name: z.string(), pid: z.number(), script: z.string() })),
});

export type RunningProcesses = z.infer<typeof runShape>;

const fileIn = (dataDir: string) => path.join(dataDir, 'run.json');

function read(dataDir: string): RunningProcesses | undefined {
  try {
    return runShape.parse(JSON.parse(fs.readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Stores the running processes, so that the next start finds them after a kill. */
export function storeRunningProcesses(dataDir: string, run: RunningProcesses): void {
  const file = fileIn(dataDir);
  const next = `${file}.new`;
  explainWriteErrors(file, () => {
    fs.writeFileSync(next, JSON.stringify(run));
    fs.renameSync(next, file);
  });
}

/** Removes the entry of this run after everything has ended. The entry of another start stays. */
export function removeRunningProcesses(dataDir: string): void {
  if (read(dataDir)?.supervisor === process.pid) fs.rmSync(fileIn(dataDir), { force: true });
}

/**
 * Refuses to start twice on one DATA_DIR, and ends what a killed start left behind. Returns the names of the parts
 * that had to be ended.
 */
export async function stopLeftoverProcesses(dataDir: string): Promise<string[]> {
  const run = read(dataDir);
  if (run === undefined) return [];
  if (run.supervisor !== process.pid && isRunningScript(run.supervisor, 'scripts/start.ts')) {
    throw new StartFailure(tStart('running', { pid: String(run.supervisor), address: run.address }));
  }
  const alive = run.children.filter(({ pid, script }) => isRunningScript(pid, script));
  await Promise.all(
    alive.map(async ({ pid }) => {
      process.kill(pid, 'SIGTERM');
      if (!(await waitForEnd(pid, 3_000))) process.kill(pid, 'SIGKILL');
      await waitForEnd(pid, 2_000);
    }),
  );
  return alive.map(({ name }) => name);
}
