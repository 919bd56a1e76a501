import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import type * as z from 'zod';
import { endChild } from '#scripts/processes/end-child.ts';
import { compileCache, nodeFlags } from '#scripts/processes/node-settings.ts';
import { projectFolder } from '#scripts/settings.ts';

/** Runs a script of this folder with one message. Returns its one answer. */
export async function runChild<T>(
  script: string,
  message: object,
  answer: z.ZodType<T>,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<T> {
  const child = fork(path.join(projectFolder, 'tools/bench', script), {
    env: environment,
    execArgv: ['--conditions=react-server'],
  });
  const output: unknown[] = [];
  child.on('message', (one) => output.push(one));
  child.send(message);
  // The exit of a process can arrive before its last message, but the end of its channel can't.
  await Promise.all([once(child, 'disconnect'), once(child, 'exit')]);
  if (output.length === 0) throw new Error(`${script} ended without an answer`);
  return answer.parse(output[0]);
}

/** Starts a process of the product, with its output in a file. */
export function startServer(
  script: string,
  environment: NodeJS.ProcessEnv,
  logFile: string,
  nodeOptions: readonly string[] = [],
): ChildProcess {
  const log = fs.openSync(logFile, 'a');
  const child = fork(path.join(projectFolder, script), {
    cwd: projectFolder,
    env: { ...compileCache, ...environment },
    execArgv: [...nodeFlags, '--conditions=react-server', ...nodeOptions],
    stdio: ['ignore', log, log, 'ipc'],
  });
  fs.closeSync(log);
  return child;
}

/** Ends a process of the product, which may finish its work for a minute. */
export const endServer = (child: ChildProcess): Promise<void> => endChild(child, 60_000);

/** Returns the memory of a process in MiB, or null where the system doesn't report it. */
export function readMemory(pid: number | undefined): number | null {
  try {
    const text = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(text)?.[1];
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1_024);
  } catch {
    return null;
  }
}

/** Reads the resident memory of a process in MB, and its share of it. Linux only. */
export function readMemoryShare(pid: number | undefined): { readonly rss: number; readonly pss: number } {
  const text = fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const read = (name: string) =>
    Math.round((Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]) * 1_024) / 100_000) / 10;
  return { rss: read('Rss'), pss: read('Pss') };
}

/** Clock ticks in which Linux counts processor time: 100 per second on all common machines. */
const ticksPerSecond = 100;

type Times = { readonly parent: number; readonly seconds: number };

function readTimes(pid: string): Times | null {
  try {
    // The name is in parentheses and may contain any character.
    const fields = fs
      .readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return {
      parent: Number(fields[1]),
      seconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    };
  } catch {
    return null;
  }
}

/** Returns the processor seconds of a process and its running children. Linux only, otherwise 0. */
export function readProcessorSeconds(pid: number | undefined): number {
  const own = readTimes(String(pid))?.seconds ?? 0;
  if (own === 0) return 0;
  const children = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return children.reduce((sum, child) => {
    const times = readTimes(child);
    return times !== null && times.parent === pid ? sum + times.seconds : sum;
  }, own);
}
