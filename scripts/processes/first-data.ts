import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import * as z from 'zod';
import { tStart } from '#lib/messages/start.ts';
import { projectFolder } from '../settings.ts';
import { formatStep } from './format-step.ts';

const script = 'tools/first-data/first-data.ts';

const lineShape = z.object({
  progress: z.string().optional(),
  signIns: z.array(z.object({ role: z.string(), email: z.string(), password: z.string() })).optional(),
  setUpLink: z.string().optional(),
});

/** How to sign in at first: the demo sign-ins, or the link that creates the first owner. */
export type FirstSignIns = { readonly signIns: readonly SignIn[]; readonly setUpLink: string | null };

type SignIn = { readonly role: string; readonly email: string; readonly password: string };

/**
 * Runs tools/first-data/first-data.ts, which writes JSON lines: `{"progress": "…"}` while it works and
 * `{"signIns": […]}` at its end. Its errors are printed and don't prevent the start.
 */
export async function loadFirstData(
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<FirstSignIns> {
  if (!fs.existsSync(path.join(projectFolder, script))) return { signIns: [], setUpLink: null };
  const child = spawn(process.execPath, ['--conditions=react-server', script], {
    cwd: projectFolder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  let signIns: readonly SignIn[] = [];
  let setUpLink: string | null = null;
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
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
    if (report.data.setUpLink !== undefined) setUpLink = report.data.setUpLink;
  }
  const code = await ended;
  process.off('exit', end);
  if (code !== 0)
    say(
      formatStep(
        'firstData',
        tStart('firstData.incomplete', { errors: complaints.trim().split('\n').slice(0, 6).join(' | ') }),
      ),
    );
  return { signIns, setUpLink };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
