import { spawn } from 'node:child_process';
import path from 'node:path';
import { projectFolder, telemetryOff } from '../settings.ts';

export type Outcome = { readonly code: number; readonly output: string };

/** Runs Prisma's command line without its downloads; gathers what it says. */
export function runPrisma(args: readonly string[], variables: Record<string, string> = {}): Promise<Outcome> {
  const program = path.join(projectFolder, 'node_modules', 'prisma', 'build', 'index.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: projectFolder,
      env: {
        ...process.env,
        ...telemetryOff,
        // The engine below is found through its first line: `node` must be the one that runs this.
        PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`,
        PRISMA_SCHEMA_ENGINE_BINARY: path.join(import.meta.dirname, 'schema-engine.mjs'),
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const gather = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', gather);
    child.stderr.on('data', gather);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Returns the SQL that leads from a schema to prisma/schema. `from` names that schema in Prisma's options.
 *
 * @throws Error with Prisma's words.
 */
export async function diffToSchema(
  from: readonly string[],
  variables: Record<string, string> = {},
): Promise<string> {
  const { code, output } = await runPrisma(
    ['migrate', 'diff', ...from, '--to-schema', 'prisma/schema', '--script'],
    variables,
  );
  if (code !== 0) throw new Error(output.trim());
  return output.replace(/^(?!--).*prisma\.config\.ts\.$/m, '').trimStart();
}
