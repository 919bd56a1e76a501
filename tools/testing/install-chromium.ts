import { findChromium } from './chromium.ts';
import type { CommandOutcome } from './run-command.ts';
import { runCommand } from './run-command.ts';

const playwright = 'node_modules/@playwright/test/cli.js';

/** Debian's packages. The headless shell is all that the tests need, and it is faster because it draws no windows. */
const headlessShell = 'chromium-headless-shell';
const packages = [headlessShell, 'chromium'] as const;

const done: CommandOutcome = { code: 0, output: '' };
const isRoot = process.getuid?.() === 0;
// Without a network, apt would try for minutes.
const impatient = ['-qq', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=0'];

const apt = (environment: NodeJS.ProcessEnv, ...command: readonly string[]): Promise<CommandOutcome> =>
  runCommand('apt-get', [...impatient, ...command], { ...environment, DEBIAN_FRONTEND: 'noninteractive' });

async function tryToInstall(environment: NodeJS.ProcessEnv): Promise<string> {
  const attempts: CommandOutcome[] = [];
  if (isRoot) {
    await apt(environment, 'update');
    for (const packageName of packages) {
      attempts.push(await apt(environment, 'install', '-y', packageName));
      if (findChromium() !== undefined) return '';
    }
  }
  attempts.push(await runCommand(process.execPath, [playwright, 'install', 'chromium'], environment));
  return attempts.map(({ output }) => output.trim().split('\n').at(-1) ?? '').join(' | ');
}

/**
 * Adds the headless shell to Debian's own Chromium, in the same version: both share files, and a newer one would upgrade
 * the browser of this machine. Where that fails, the tests only take longer.
 */
async function addHeadlessShell(environment: NodeJS.ProcessEnv): Promise<void> {
  const { output } = await runCommand('dpkg-query', ['--show', 'chromium'], environment);
  const [, version] = /^chromium\s+(\S+)$/.exec(output.trim()) ?? [];
  if (version !== undefined)
    await apt(environment, 'install', '-y', '--no-remove', `${headlessShell}=${version}`);
}

/** Ensures that there is a Chromium. Otherwise returns one line that says what is missing. */
export async function ensureChromium(environment: NodeJS.ProcessEnv): Promise<CommandOutcome> {
  const found = findChromium();
  if (isRoot && found === '/usr/bin/chromium') await addHeadlessShell(environment);
  if (found !== undefined) return done;
  const output = await tryToInstall(environment);
  if (findChromium() !== undefined) return done;
  return {
    code: 1,
    output: `The end-to-end tests need Chromium, and it could not be installed (${output}): install it, or set CHROMIUM_PATH to one.`,
  };
}
