import path from 'node:path';
import { tStart } from '#lib/messages/commands.ts';
import { listRemovedVariables, removedVariables } from '#lib/platform/env-removed-schema.ts';
import type { StartEnv } from '#lib/platform/env-schema.ts';
import { localAddress, readEnv, readStartEnv, SettingsError } from '#lib/platform/env-schema.ts';
import { startEmbeddedDatabase } from './database/embedded.ts';
import { StartFailure } from './database/failure.ts';
import { readOrCreateSecret, readStoredSecret } from './secrets.ts';
import { loadDotEnv, projectFolder, telemetryOff } from './settings.ts';

/** Returns the host on which the sandbox of `npm start` listens, as the sandbox itself reads it. */
export const sandboxHost = (): string => process.env.SANDBOX_HOST || '127.0.0.1';

/** Returns the folder of the data of `npm start`. */
export function resolveDataFolder(env: StartEnv): string {
  return path.resolve(projectFolder, env.DATA_DIR);
}

/** Returns the generated keys of the audit anchors if the environment has none. */
function signingKeys(dataDir: string): Record<string, string> {
  if (process.env.AUDIT_SIGNING_KEYS) return {};
  const stored = readStoredSecret(dataDir, 'AUDIT_SIGNING_KEYS');
  return stored === undefined ? {} : { AUDIT_SIGNING_KEYS: stored };
}

/**
 * Makes a signing key for the audit anchors and keeps it in DATA_DIR, outside the database, where none is set. Throws a
 * StartFailure where DATA_DIR can't be written.
 */
export function createSigningKey(dataDir: string): void {
  if (!process.env.AUDIT_SIGNING_KEYS) readOrCreateSecret(dataDir, 'AUDIT_SIGNING_KEYS');
}

/** Gives a worker without supervisor its signing key. Without a key it continues, and the audit anchors raise an alarm. */
export function loadSigningKey(): void {
  const dataDir = path.resolve(projectFolder, process.env.DATA_DIR || '.data');
  try {
    createSigningKey(dataDir);
    Object.assign(process.env, signingKeys(dataDir));
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    console.error(tStart('notAnchored', { reason: error.message }));
  }
}

/** Returns the environment of the parts: the given variables, and generated ones for the sandbox. */
export function createEnvironment(
  env: StartEnv,
  options: { sandboxPort: number; intakePort: number; isDev: boolean },
): NodeJS.ProcessEnv {
  const dataDir = resolveDataFolder(env);
  const appUrl = env.APP_URL ?? localAddress(env.HOST, env.PORT);
  const sandboxUrl = localAddress(sandboxHost(), options.sandboxPort);
  return {
    ...process.env,
    ...telemetryOff,
    // Empty, so that the parts neither read them from .env nor repeat the warning.
    ...Object.fromEntries(removedVariables.map((name) => [name, ''])),
    NODE_ENV: options.isDev ? 'development' : 'production',
    PORT: String(env.PORT),
    HOST: env.HOST,
    INTAKE_PORT: String(options.intakePort),
    APP_URL: appUrl,
    NEXTAUTH_URL: appUrl,
    CALLBACK_BASE_URL: env.CALLBACK_BASE_URL ?? appUrl,
    DATA_DIR: dataDir,
    NEXTAUTH_SECRET: env.NEXTAUTH_SECRET ?? readOrCreateSecret(dataDir, 'NEXTAUTH_SECRET'),
    CALLBACK_SECRETS: env.CALLBACK_SECRETS?.join(',') ?? readOrCreateSecret(dataDir, 'CALLBACK_SECRETS'),
    FACTOR_KEYS: env.FACTOR_KEYS?.join(',') ?? readOrCreateSecret(dataDir, 'FACTOR_KEYS'),
    ...signingKeys(dataDir),
    ...(env.SERVICE_BASE_URL === undefined
      ? {
          SANDBOX_PORT: String(options.sandboxPort),
          SANDBOX_HOST: sandboxHost(),
          SANDBOX_BASE_URL: sandboxUrl,
          SANDBOX_PUBLIC_URL: process.env.SANDBOX_PUBLIC_URL || sandboxUrl,
          SERVICE_BASE_URL: sandboxUrl,
          SERVICE_API_KEY: env.SERVICE_API_KEY ?? 'sandbox-key',
          SERVICE_API_SECRET: env.SERVICE_API_SECRET ?? 'sandbox-secret',
          SERVICE_PAYMENT_READ_PATH: env.SERVICE_PAYMENT_READ_PATH ?? '/api/v1/payments/{paymentId}',
        }
      : {}),
  };
}

/** Checks the whole environment of a part without supervisor (Docker), or exits with one line for each mistake. */
export function checkEnvironment(): void {
  try {
    loadDotEnv();
    readEnv(process.env);
    for (const line of listRemovedVariables(process.env)) console.error(line);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/**
 * Runs a command beside `npm start`, like `npm run audit:verify`, in its environment. Without DATABASE_URL it uses the
 * database of `npm start`, and starts it if needed.
 */
export async function runWithProductEnvironment(work: () => Promise<void>): Promise<void> {
  try {
    loadDotEnv();
    const env = readStartEnv(process.env);
    Object.assign(
      process.env,
      createEnvironment(env, { sandboxPort: env.SANDBOX_PORT, intakePort: env.INTAKE_PORT, isDev: false }),
    );
    if (env.DATABASE_URL !== undefined) return await work();
    const database = await startEmbeddedDatabase({ dataDir: resolveDataFolder(env) });
    process.env.DATABASE_URL = database.url;
    delete process.env.DIRECT_URL;
    try {
      await work();
    } finally {
      if (!database.isReused) await database.stop();
    }
  } catch (error) {
    if (!(error instanceof StartFailure || error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
