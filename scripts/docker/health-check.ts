import fs from 'node:fs';

/**
 * The health check of the image: asks the part that runs in this container. A part without a port is healthy while its process
 * runs.
 */

type Part = { readonly script: string; readonly portVariable: string; readonly path: string };

const parts: readonly Part[] = [
  { script: 'scripts/intake.ts', portVariable: 'INTAKE_PORT', path: '/api/health' },
  { script: 'scripts/worker.ts', portVariable: 'WORKER_PORT', path: '/api/health' },
  { script: 'sandbox/main.ts', portVariable: 'SANDBOX_PORT', path: '/sandbox/api/businesses' },
];
/** Next gives its process another title, so the web app is what no other part is. */
const web: Part = { script: 'scripts/web.ts', portVariable: 'PORT', path: '/api/health' };

/** Returns the address to ask for these command lines, or null for a part without a port. */
export function findHealthAddress(
  commands: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  const part = parts.find(({ script }) => commands.some((command) => command.includes(script))) ?? web;
  const port = environment[part.portVariable];
  return port === undefined || port === '' ? null : `http://127.0.0.1:${port}${part.path}`;
}

/** Lists the command lines of the processes of this container. */
function listCommands(): string[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        // The process has ended.
        return [];
      }
    });
}

if (import.meta.main) {
  const address = findHealthAddress(listCommands(), process.env);
  const isHealthy =
    address === null ||
    (await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    ));
  process.exitCode = isHealthy ? 0 : 1;
}
