import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** A process of the product that the harness starts, kills and starts again. */
export type Part = {
  readonly name: string;
  /** Resolves when it is ready. `shiftSeconds` is the error of its clock. */
  readonly start: (shiftSeconds?: number) => Promise<void>;
  /** kill -9. */
  readonly kill: () => Promise<void>;
  /**
   * Sends SIGTERM. Resolves to the milliseconds until it ends. After a minute it is killed, and the result is Infinity.
   */
  readonly stop: () => Promise<number>;
  readonly isUp: () => boolean;
};

export type PartOptions = {
  readonly name: string;
  readonly script: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logFile: string;
  /** Resolves to true once it does its work. */
  readonly isReady: () => Promise<boolean>;
  /** Returns true if another program has its address, whose answers would count as those of this part. */
  readonly isTaken?: () => Promise<boolean>;
  /** Called with each new process. */
  readonly onStart?: (child: ReturnType<typeof spawn>) => void;
};

const startTimeoutMs = 5 * 60_000;
const drainMs = 60_000;

export function part(options: PartOptions): Part {
  let child: ReturnType<typeof spawn> | null = null;
  let ended: Promise<void> = Promise.resolve();
  const isUp = () => child !== null && child.exitCode === null && child.signalCode === null;

  const launch = (shiftSeconds: number): void => {
    const log = fs.openSync(options.logFile, 'a');
    const clock = shiftSeconds === 0 ? [] : ['--import', './e2e/faults/programs/shifted-clock.ts'];
    const started = spawn(process.execPath, ['--conditions=react-server', ...clock, options.script], {
      env: { ...options.environment, CLOCK_SHIFT_SECONDS: String(shiftSeconds) },
      stdio: ['ignore', log, log, 'ipc'],
    });
    fs.closeSync(log);
    child = started;
    ended = new Promise((resolve) => {
      started.once('exit', () => resolve());
      started.once('error', () => resolve());
    });
    options.onStart?.(started);
  };

  return {
    name: options.name,
    isUp,
    start: async (shiftSeconds = 0) => {
      if (!isUp() && (await options.isTaken?.()) === true)
        throw new Error(`another program answers for ${options.name}`);
      launch(shiftSeconds);
      for (const end = Date.now() + startTimeoutMs; Date.now() < end && isUp(); await pause(10))
        if (await options.isReady()) return;
      throw new Error(`${options.name} does not start: ${readLastOutput(options.logFile)}`);
    },
    kill: async () => {
      child?.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      const since = performance.now();
      if (!isUp()) return 0;
      child?.kill('SIGTERM');
      const killTimer = setTimeout(() => child?.kill('SIGKILL'), drainMs);
      await ended;
      clearTimeout(killTimer);
      return child?.signalCode === 'SIGKILL' ? Number.POSITIVE_INFINITY : performance.now() - since;
    },
  };
}

const readLastOutput = (file: string): string => fs.readFileSync(file, 'utf8').slice(-1_000);
