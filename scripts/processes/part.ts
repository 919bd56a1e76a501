import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tStart } from '#lib/messages/commands.ts';
import { explainWriteErrors } from '../database/failure.ts';
import { projectFolder } from '../settings.ts';
import { endChild } from './end-child.ts';
import { compileCache, nodeFlags } from './node-settings.ts';

const RESTARTS = 5;
const RESTART_WINDOW_MILLISECONDS = 60_000;
const DRAIN_MILLISECONDS = 10_000;

export type PartOptions = {
  readonly name: string;
  /** Relative to the project, like scripts/web.ts. */
  readonly script: string;
  readonly nodeOptions?: readonly string[];
  readonly args?: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly logFolder: string;
  /** The target of its output: its log file, or the terminal. */
  readonly output: 'log' | 'terminal';
  readonly say: (line: string) => void;
  /** Called at each start with the new process id. */
  readonly onStart: () => void;
  /** Called when it has crashed too often. */
  readonly onGivenUp: (line: string) => void;
};

export type Part = {
  readonly name: string;
  readonly script: string;
  pid(): number | undefined;
  /** Asks it to finish, waits, and ends it when it does not. */
  stop(): Promise<void>;
  kill(): void;
};

/** Returns the last error of a log, or its last line, for the report of a crash. */
function lastLine(file: string): string {
  try {
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    return (
      lines.findLast((line) => /error/i.test(line)) ?? lines.findLast((line) => line.trim() !== '') ?? ''
    );
  } catch {
    return '';
  }
}

/** Starts a part of the product in a process of its own and starts it again when it crashes, up to a limit. */
export function startPart(options: PartOptions): Part {
  const logFile = path.join(options.logFolder, `${options.name}.log`);
  const crashes: number[] = [];
  let child: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();
  let isStopping = false;

  explainWriteErrors(logFile, () => {
    fs.mkdirSync(options.logFolder, { recursive: true });
    if (fs.existsSync(logFile)) fs.renameSync(logFile, `${logFile}.1`);
  });

  function launch(): void {
    const log = explainWriteErrors(logFile, () => fs.openSync(logFile, 'a', 0o600));
    const target = options.output === 'log' ? log : 'inherit';
    // Detached: Ctrl-C reaches only us, and we ask the parts to finish one after the other.
    const started = spawn(
      process.execPath,
      [
        ...nodeFlags,
        ...(options.nodeOptions ?? []),
        '--import',
        './scripts/processes/end-with-parent.mjs',
        options.script,
        ...(options.args ?? []),
      ],
      {
        cwd: projectFolder,
        env: { ...compileCache, ...options.environment, SUPERVISOR: String(process.pid) },
        detached: true,
        stdio: ['ignore', target, target, 'ipc'],
        windowsHide: true,
      },
    );
    fs.closeSync(log);
    child = started;
    ended = new Promise((resolve) => {
      started.once('error', () => resolve());
      started.once('exit', (code, signal) => {
        resolve();
        if (!isStopping) void restart(signal ?? tStart('part.code', { code: String(code) }));
      });
    });
    options.onStart();
  }

  async function restart(cause: string): Promise<void> {
    const now = Date.now();
    crashes.push(now);
    const recent = crashes.filter((at) => now - at < RESTART_WINDOW_MILLISECONDS).length;
    const values = { part: options.name, reason: cause, count: String(recent) };
    const logged =
      options.output === 'log' ? { line: lastLine(logFile).slice(0, 300), log: logFile } : undefined;
    if (recent > RESTARTS) {
      options.onGivenUp(
        logged === undefined
          ? tStart('part.failed', values)
          : tStart('part.failedLogged', { ...values, ...logged }),
      );
      return;
    }
    options.say(
      logged === undefined
        ? tStart('part.restarted', values)
        : tStart('part.restartedLogged', { ...values, ...logged }),
    );
    await pause(recent === 1 ? 0 : 1_000);
    if (!isStopping) launch();
  }

  launch();
  return {
    name: options.name,
    script: options.script,
    pid: () => child?.pid,
    kill: () => {
      isStopping = true;
      child?.kill('SIGKILL');
    },
    stop: async () => {
      isStopping = true;
      if (child === undefined) return;
      await endChild(child, DRAIN_MILLISECONDS);
      await ended;
    },
  };
}
