import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

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
export function isRunningScript(pid: number, script: string): boolean {
  return readCommand(pid)?.includes(script) ?? false;
}
