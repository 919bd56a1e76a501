import fs from 'node:fs';
import { tEnvironment } from '#lib/messages/environment.ts';
import type { EnvSource } from './env-schema.ts';
import { SettingsError, variableNames } from './env-schema.ts';

/**
 * Returns the variables that files hold: NAME_FILE is the path of a file with the value of NAME, such as a secret of Docker
 * or Kubernetes. The line break at its end is left out. A variable
 * that is set itself has priority.
 *
 * @throws {SettingsError} for a file that can't be read.
 */
export function readSecretFiles(source: EnvSource): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  const lines: string[] = [];
  for (const name of variableNames) {
    const file = source[`${name}_FILE`]?.trim();
    // A child process inherits the value, which has priority.
    if (file === undefined || file === '' || (source[name] ?? '') !== '') continue;
    try {
      values[name] = fs.readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      lines.push(tEnvironment('secretFile.unreadable', { name, file, reason }));
    }
  }
  if (lines.length > 0) throw new SettingsError(lines);
  return values;
}
