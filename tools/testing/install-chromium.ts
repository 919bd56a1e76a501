import { findChromium } from './chromium.ts';
import type { Outcome } from './run-command.ts';
import { runCommand } from './run-command.ts';

const playwright = 'node_modules/@playwright/test/cli.js';

async function tryToInstall(environment: NodeJS.ProcessEnv): Promise<string> {
  const attempts: Outcome[] = [];
  if (process.getuid?.() === 0) {
    const quiet = { ...environment, DEBIAN_FRONTEND: 'noninteractive' };
    await runCommand('apt-get', ['update', '-qq'], quiet);
    // Where there is a package of the one without windows, it is all that the tests need.
    for (const wanted of ['chromium-headless-shell', 'chromium']) {
      attempts.push(await runCommand('apt-get', ['install', '-y', '-qq', wanted], quiet));
      if (findChromium() !== undefined) return '';
    }
  }
  attempts.push(await runCommand(process.execPath, [playwright, 'install', 'chromium'], environment));
  return attempts.map(({ said }) => said.trim().split('\n').at(-1) ?? '').join(' | ');
}

/** Makes sure that there is a Chromium; otherwise says in one line what is missing. */
export async function ensureChromium(environment: NodeJS.ProcessEnv): Promise<Outcome> {
  if (findChromium() !== undefined) return { code: 0, said: '' };
  const said = await tryToInstall(environment);
  if (findChromium() !== undefined) return { code: 0, said: '' };
  return {
    code: 1,
    said: `The end-to-end tests need Chromium, and it could not be installed (${said}): install it, or set CHROMIUM_PATH to one.`,
  };
}
