import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Returns the folder of the npm that runs this command, or of the npm beside the first Node on the path. */
export function findNpm(): string {
  const running = process.env['npm_execpath'];
  if (running !== undefined && /npm-cli\.js$/.test(running)) return path.resolve(running, '..', '..');
  return path.join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm');
}

/** Returns the file that says which registry of packages npm uses. */
export function findNpmrc(): string | null {
  const file = path.join(os.homedir(), '.npmrc');
  return fs.existsSync(file) ? file : null;
}
