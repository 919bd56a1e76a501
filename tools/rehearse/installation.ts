import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { findFreePort } from '#scripts/database/ports.ts';
import { workerFlags } from '#scripts/processes/node-settings.ts';
import { waitForAnswer } from '#scripts/processes/wait-for-answer.ts';
import { projectFolder } from '#scripts/settings.ts';
import { endServer, startServer } from '../bench/child.ts';
import { benchEnvironment } from '../bench/filled-database.ts';

/** One running process of the product. */
export type Part = {
  readonly name: string;
  /** A worker serves only its health, readiness and metrics there. */
  readonly address: string;
  readonly log: string;
  readonly process: ChildProcess;
  /** Seconds from its start to its first answer that it is ready. */
  readonly startSeconds: number;
};

type CheckOutcome = { readonly isSound: boolean; readonly printed: string };

/** The product as a company runs it: any number of each part on one database. */
export type Installation = {
  readonly webs: readonly Part[];
  readonly intakes: readonly Part[];
  readonly workers: readonly Part[];
  readonly businessId: string;
  /** The path of the callback address for deposits. */
  readonly callbackPath: string;
  /** The environment of its commands. */
  readonly environment: NodeJS.ProcessEnv;
  /** Compares the read model with a rebuild from the stored bytes. */
  readonly verify: () => Promise<CheckOutcome>;
  /** Checks the chain of the audit log. */
  readonly verifyAudit: () => Promise<CheckOutcome>;
  /** Returns the names of the parts that ended. */
  readonly ended: () => readonly string[];
  readonly end: () => Promise<void>;
};

export type InstallationOptions = {
  readonly folder: string;
  /** The address of all statements. */
  readonly url: string;
  /** The address of migrations, and of LISTEN unless `listenThroughUrl`. */
  readonly directUrl: string;
  readonly listenThroughUrl?: boolean;
  readonly webs: number;
  readonly intakes: number;
  readonly workers: number;
  /** More variables of all parts. */
  readonly settings?: Readonly<Record<string, string>>;
};

async function runProgram(script: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, ['--conditions=react-server', script], {
    cwd: projectFolder,
    env: environment,
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${script} failed`);
}

/** Runs a command that checks stored data, and returns what it printed. */
async function runCheck(environment: NodeJS.ProcessEnv, command: readonly string[]): Promise<CheckOutcome> {
  const child = spawn(process.execPath, ['--conditions=react-server', ...command], {
    cwd: projectFolder,
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return { isSound: code === 0, printed };
}

/** Migrates the database, creates a business with its owner, and starts the parts. */
export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const { folder, url, directUrl } = options;
  const key = 'a-callback-key-of-the-bench-that-is-long-enough';
  const atDatabase = (direct: string): NodeJS.ProcessEnv => ({
    ...benchEnvironment(url, folder),
    ...options.settings,
    DIRECT_URL: direct,
    HOST: '127.0.0.1',
  });
  await runProgram('scripts/migrate.ts', atDatabase(directUrl));
  // Without demo people: no sandbox answers.
  await runProgram('tools/first-data/first-data.ts', { ...atDatabase(directUrl), SANDBOX_BASE_URL: '' });
  const environment = atDatabase(options.listenThroughUrl === true ? url : directUrl);
  const businessId = environment['BUSINESS_IDS'] ?? '';
  const all: Part[] = [];
  const start = async (script: string, number: number, isServing: boolean): Promise<Part> => {
    const name = `${path.basename(script, '.ts')} ${number}`;
    const log = path.join(folder, `${name.replace(' ', '-')}.log`);
    const port = String(await findFreePort('127.0.0.1'));
    const address = `http://127.0.0.1:${port}`;
    const begun = performance.now();
    const child = startServer(
      script,
      {
        ...environment,
        ...(isServing
          ? { PORT: port, INTAKE_PORT: port, APP_URL: address, NEXTAUTH_URL: address }
          : { WORKER_PORT: port }),
      },
      log,
      isServing ? [] : workerFlags,
    );
    const part = { name, address, log, process: child, startSeconds: 0 };
    all.push(part);
    if (!(await waitForAnswer(`${address}/api/ready`, 180, () => child.exitCode !== null)))
      throw new Error(`${name} does not answer: ${fs.readFileSync(log, 'utf8').slice(-2_000)}`);
    return { ...part, startSeconds: Math.round((performance.now() - begun) / 100) / 10 };
  };
  const startMany = async (script: string, count: number, isServing: boolean): Promise<Part[]> => {
    const parts: Part[] = [];
    for (let number = 1; number <= count; number += 1) parts.push(await start(script, number, isServing));
    return parts;
  };
  const end = async () => {
    await Promise.all(all.map((part) => endServer(part.process)));
  };
  try {
    const webs = await startMany('scripts/web.ts', options.webs, true);
    const intakes = await startMany('scripts/intake.ts', options.intakes, true);
    const workers = await startMany('scripts/worker.ts', options.workers, false);
    const secret = createHmac('sha256', key).update(businessId).digest('base64url');
    return {
      webs,
      intakes,
      workers,
      businessId,
      callbackPath: `/api/callbacks/${businessId}/${secret}/deposit-received`,
      environment,
      verify: () => runCheck(environment, ['scripts/replay.ts', '--verify']),
      verifyAudit: () => runCheck(environment, ['scripts/audit-verify.ts']),
      ended: () =>
        all
          .filter((part) => part.process.exitCode !== null || part.process.signalCode !== null)
          .map(({ name }) => name),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}
