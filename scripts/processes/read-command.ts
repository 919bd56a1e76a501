import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

/** The command line of a running process; undefined where there is none, or where the system does not tell. */
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

/** Whether this id belongs to the given script of ours and not to another program that got the id later. */
export function isRunningScript(pid: number, script: string): boolean {
  return readCommand(pid)?.includes(script) ?? false;
}
