import { findChromium } from './chromium.ts';
import type { CommandOutcome } from './run-command.ts';
import { runCommand } from './run-command.ts';

const playwright = 'node_modules/@playwright/test/cli.js';

async function tryToInstall(environment: NodeJS.ProcessEnv): Promise<string> {
  const attempts: CommandOutcome[] = [];
  if (process.getuid?.() === 0) {
    const quiet = { ...environment, DEBIAN_FRONTEND: 'noninteractive' };
    await runCommand('apt-get', ['update', '-qq'], quiet);
    // The headless shell is all that the tests need, so its package comes first.
    for (const packageName of ['chromium-headless-shell', 'chromium']) {
      attempts.push(await runCommand('apt-get', ['install', '-y', '-qq', packageName], quiet));
      if (findChromium() !== undefined) return '';
    }
  }
  attempts.push(await runCommand(process.execPath, [playwright, 'install', 'chromium'], environment));
  return attempts.map(({ output }) => output.trim().split('\n').at(-1) ?? '').join(' | ');
}

/** Ensures that there is a Chromium. Otherwise returns one line that says what is missing. */
export async function ensureChromium(environment: NodeJS.ProcessEnv): Promise<CommandOutcome> {
  if (findChromium() !== undefined) return { code: 0, output: '' };
  const output = await tryToInstall(environment);
  if (findChromium() !== undefined) return { code: 0, output: '' };
  return {
    code: 1,
    output: `The end-to-end tests need Chromium, and it could not be installed (${output}): install it, or set CHROMIUM_PATH to one.`,
  };
}
