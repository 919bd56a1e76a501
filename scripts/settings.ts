import fs from 'node:fs';
import path from 'node:path';
import { SettingsError } from '#lib/platform/env-schema.ts';
import { readSecretFiles } from '#lib/platform/secret-files.ts';
import { listProfileValues, serviceProfileFile } from '#lib/values/assumptions/service-profile.ts';

export const projectFolder = path.resolve(import.meta.dirname, '..');

/**
 * Reads .env, .env.local, the files of secrets and the service profile where they exist. What the shell set already stays
 * as it is.
 * @throws {SettingsError} for a file that can't be read.
 */
export function loadDotEnv(): void {
  for (const name of ['.env.local', '.env']) {
    const file = path.join(projectFolder, name);
    if (fs.existsSync(file)) process.loadEnvFile(file);
  }
  Object.assign(process.env, readSecretFiles(process.env));
  loadServiceProfile();
}

function loadServiceProfile(): void {
  const file = path.join(projectFolder, serviceProfileFile);
  if (!fs.existsSync(file)) return;
  try {
    Object.assign(process.env, listProfileValues(fs.readFileSync(file, 'utf8'), process.env));
  } catch (error) {
    throw new SettingsError([error instanceof Error ? error.message : String(error)]);
  }
}

/** No part of the product, and no tool it is built with, reports home. */
export const telemetryOff = {
  NEXT_TELEMETRY_DISABLED: '1',
  CHECKPOINT_DISABLE: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
} as const;
