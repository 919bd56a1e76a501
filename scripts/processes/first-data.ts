import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import * as z from 'zod';
import { tStart } from '#lib/messages/commands.ts';
import { projectFolder } from '../settings.ts';
import { formatStep } from './format-step.ts';

const script = 'tools/first-data/first-data.ts';

const lineShape = z.object({
  progress: z.string().optional(),
  signIns: z.array(z.object({ role: z.string(), email: z.string(), password: z.string() })).optional(),
  setUpLink: z.string().optional(),
  failure: z.string().optional(),
});

/** How to sign in at first: the demo sign-ins, or the link that creates the first owner. */
export type FirstSignIns = { readonly signIns: readonly SignIn[]; readonly setUpLink: string | null };

type SignIn = { readonly role: string; readonly email: string; readonly password: string };

/**
 * Runs tools/first-data/first-data.ts, which writes JSON lines: `{"progress": "…"}` while it works and
 * `{"signIns": […]}` at its end. A failure is printed in one line and doesn't prevent the start. The rest of its errors
 * is in logs/first-data.log.
 */
export async function loadFirstData(
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<FirstSignIns & { readonly isComplete: boolean }> {
  if (!fs.existsSync(path.join(projectFolder, script)))
    return { signIns: [], setUpLink: null, isComplete: false };
  const child = spawn(process.execPath, ['--conditions=react-server', script], {
    cwd: projectFolder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  let signIns: readonly SignIn[] = [];
  let setUpLink: string | null = null;
  let failure: string | null = null;
  const log = path.join(environment.DATA_DIR ?? '', 'logs', 'first-data.log');
  let firstError: string | null = null;
  child.stderr.on('data', (chunk: Buffer) => {
    firstError ??= chunk.toString().trim().split('\n')[0] ?? null;
    appendToLog(log, chunk);
  });
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
  for await (const line of readline.createInterface({ input: child.stdout })) {
    const report = lineShape.safeParse(parseLine(line));
    if (!report.success) continue;
    if (report.data.progress !== undefined) say(report.data.progress);
    if (report.data.signIns !== undefined) signIns = report.data.signIns;
    if (report.data.failure !== undefined) failure = report.data.failure;
    if (report.data.setUpLink !== undefined) setUpLink = report.data.setUpLink;
  }
  const code = await ended;
  process.off('exit', end);
  if (code !== 0)
    say(
      formatStep('firstData', tStart('firstData.incomplete', { reason: failure ?? firstError ?? '', log })),
    );
  return { signIns, setUpLink, isComplete: code === 0 };
}

/** A log that can't be written must not end the start. */
function appendToLog(file: string, chunk: Buffer): void {
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.appendFileSync(file, chunk);
  } catch {
    // The disk is full or read-only. The failure is shown in one line anyway.
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
