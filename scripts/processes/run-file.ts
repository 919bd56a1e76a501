import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { explainWriteErrors, StartFailure } from '../database/failure.ts';
import { waitForEnd } from '../database/postmaster.ts';
import { isRunningScript } from './read-command.ts';

const runShape = z.object({
  supervisor: z.number(),
  address: z.string(),
  children: z.array(z.object({ name: z.string(), pid: z.number(), script: z.string() })),
});

export type Run = z.infer<typeof runShape>;

const fileIn = (dataDir: string) => path.join(dataDir, 'run.json');

function read(dataDir: string): Run | undefined {
  try {
    return runShape.parse(JSON.parse(fs.readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes down who runs, so that the next start can tell after we were killed. */
export function writeRun(dataDir: string, run: Run): void {
  const file = fileIn(dataDir);
  const next = `${file}.new`;
  explainWriteErrors(file, () => {
    fs.writeFileSync(next, JSON.stringify(run));
    fs.renameSync(next, file);
  });
}

/** Forgets our run: everything has ended. Another start's entry stays. */
export function removeRun(dataDir: string): void {
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
    throw new StartFailure(
      `Countinghouse already runs on this DATA_DIR (process ${run.supervisor}, ${run.address}): stop it first, or set DATA_DIR and PORT to others.`,
    );
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
