import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A process that still runs after this time is killed. */
const usualMilliseconds = 10_000;

/** Asks a child process to end (SIGTERM), and kills it after the time limit (SIGKILL). Returns once it has ended. */
export async function endChild(child: ChildProcess, milliseconds = usualMilliseconds): Promise<void> {
  // A process that could not be started has no id.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
  try {
    await ended;
  } finally {
    clearTimeout(timer);
  }
}
