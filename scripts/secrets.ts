import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { tEmbeddedDatabase } from '#lib/messages/commands.ts';
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
    throw new StartFailure(tEmbeddedDatabase('secretsUnreadable', { file }), error);
  }
}

/**
 * Returns a secret of DATA_DIR/secrets.json, and creates it the first time. Only the owner can read the file. It is
 * written aside and renamed, so it is never half written.
 */
export function readOrCreateSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, 'secrets.json');
  return explainWriteErrors(file, () => {
    fs.mkdirSync(dataDir, { recursive: true });
    const secrets = read(file);
    const stored = secrets[name];
    if (stored !== undefined) return stored;
    const made = randomBytes(32).toString('base64url');
    write(file, { ...secrets, [name]: made });
    return made;
  });
}

/** Returns a secret of DATA_DIR/secrets.json, or undefined before it is created. */
export const readStoredSecret = (dataDir: string, name: string): string | undefined =>
  read(path.join(dataDir, 'secrets.json'))[name];

/** Returns all secrets of DATA_DIR/secrets.json. */
export const readStoredSecrets = (dataDir: string): Readonly<Record<string, string>> =>
  read(path.join(dataDir, 'secrets.json'));

/** Stores these secrets and keeps the others. */
export function storeSecrets(dataDir: string, secrets: Readonly<Record<string, string>>): void {
  const file = path.join(dataDir, 'secrets.json');
  explainWriteErrors(file, () => {
    fs.mkdirSync(dataDir, { recursive: true });
    write(file, { ...read(file), ...secrets });
  });
}

/** Puts a new secret before the stored ones of this name, separated by commas, and returns all of them. */
export function rotateStoredSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, 'secrets.json');
  const former = readOrCreateSecret(dataDir, name);
  const all = `${randomBytes(32).toString('base64url')},${former}`;
  explainWriteErrors(file, () => write(file, { ...read(file), [name]: all }));
  return all;
}
