import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { explainWriteErrors, StartFailure } from './database/failure.ts';

const secretsShape = z.record(z.string(), z.string());

function write(file: string, secrets: Record<string, string>): void {
  const next = `${file}.${process.pid}.new`;
  fs.writeFileSync(next, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
  fs.renameSync(next, file);
}

function read(file: string): Record<string, string> {
  if (!fs.existsSync(file)) return {};
  try {
    return secretsShape.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error;
    throw new StartFailure(
      `${file} is not readable as JSON: restore it, or delete DATA_DIR to begin anew.`,
      error,
    );
  }
}

/**
 * A secret made once and kept in DATA_DIR/secrets.json, readable by its owner only. A half-written file cannot
 * come to be: it is written aside and renamed.
 */
export function readOrCreateSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, 'secrets.json');
  return explainWriteErrors(file, () => {
    fs.mkdirSync(dataDir, { recursive: true });
    const secrets = read(file);
    const kept = secrets[name];
    if (kept !== undefined) return kept;
    const made = randomBytes(32).toString('base64url');
    write(file, { ...secrets, [name]: made });
    return made;
  });
}

/** Returns a secret of DATA_DIR/secrets.json; undefined where none was made. */
export const readStoredSecret = (dataDir: string, name: string): string | undefined =>
  read(path.join(dataDir, 'secrets.json'))[name];

/** Puts a new secret in front of the kept ones of this name, separated by commas, and returns all of them. */
export function rotateStoredSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, 'secrets.json');
  const former = readOrCreateSecret(dataDir, name);
  const all = `${randomBytes(32).toString('base64url')},${former}`;
  explainWriteErrors(file, () => write(file, { ...read(file), [name]: all }));
  return all;
}
