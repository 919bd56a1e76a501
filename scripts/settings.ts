import fs from 'node:fs';
import path from 'node:path';

export const projectFolder = path.resolve(import.meta.dirname, '..');

/** Reads .env and .env.local where they exist. What the shell set already stays as it is. */
export function loadDotEnv(): void {
  for (const name of ['.env.local', '.env']) {
    const file = path.join(projectFolder, name);
    if (fs.existsSync(file)) process.loadEnvFile(file);
  }
}

/** No part of the product, and no tool it is built with, reports home. */
export const telemetryOff = {
  NEXT_TELEMETRY_DISABLED: '1',
  CHECKPOINT_DISABLE: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
} as const;
