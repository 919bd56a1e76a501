import { spawn } from 'node:child_process';
import { projectFolder } from '#scripts/settings.ts';

export type CommandOutcome = { readonly code: number; readonly output: string };

/** Runs a program and collects its output. */
export function runCommand(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: projectFolder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
