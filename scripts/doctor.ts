import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { runDoctor, toInstanceCheck } from '#lib/connection/index.ts';
import type { CheckView } from '#lib/connection/schema.ts';
import { closeDatabase } from '#lib/database/close-database.ts';
import { tCommands } from '#lib/messages/commands.ts';
import { tInstanceChecks } from '#lib/messages/operations.ts';
import { createContext } from '#lib/platform/context.ts';
import { listRemovedVariables } from '#lib/platform/env-removed-schema.ts';
import type { StartEnv } from '#lib/platform/env-schema.ts';
import { readStartEnv, SettingsError } from '#lib/platform/env-schema.ts';
import { silenceLog } from '#lib/platform/log.ts';
import { personLimits } from '#lib/platform/service-profile-file.ts';
import { listAssumptionRows, readAssumptions } from '#lib/values/assumptions/assumptions.ts';
import { listChangedLimits } from '#lib/values/assumptions/person-limits.ts';
import { startEmbeddedDatabase } from './database/embedded.ts';
import { StartFailure } from './database/failure.ts';
import { createEnvironment, resolveDataFolder } from './environment.ts';
import { readStoredSecret } from './secrets.ts';
import { loadDotEnv } from './settings.ts';

/**
 * `npm run doctor [-- --json] [--part web|intake|worker]`: checks this installation, with a line for each check. Exit 1 when
 * a check fails. It changes nothing and prints no secret. `--part` names the part whose environment it has.
 */

const doctorOptions = z.object({
  json: z.boolean(),
  part: z.enum(['web', 'intake', 'worker']).default('web'),
});

function readArguments(): z.infer<typeof doctorOptions> {
  try {
    const { values } = parseArgs({
      options: { json: { type: 'boolean', default: false }, part: { type: 'string' } },
    });
    return doctorOptions.parse(values);
  } catch {
    console.error(tCommands('doctor.usage'));
    process.exit(1);
  }
}

const { json, part } = readArguments();

/** Sets the environment of the product. Generates no secret: one that is missing exists for this process only. */
function enterEnvironment(env: StartEnv): void {
  const readStored = (name: string) => readStoredSecret(resolveDataFolder(env), name);
  const readSecret = (name: string) => readStored(name) ?? randomBytes(32).toString('base64url');
  const complete = {
    ...env,
    NEXTAUTH_SECRET: env.NEXTAUTH_SECRET ?? readSecret('NEXTAUTH_SECRET'),
    CALLBACK_SECRETS: env.CALLBACK_SECRETS ?? readSecret('CALLBACK_SECRETS').split(','),
    FACTOR_KEYS: env.FACTOR_KEYS ?? readSecret('FACTOR_KEYS').split(','),
  };
  const ports = { sandboxPort: env.SANDBOX_PORT, intakePort: env.INTAKE_PORT };
  silenceLog();
  Object.assign(process.env, createEnvironment(complete, { ...ports, isDev: false }), {
    // A missing key is reported, not replaced.
    FACTOR_KEYS: env.FACTOR_KEYS?.join(',') ?? readStored('FACTOR_KEYS') ?? '',
  });
}

async function checkAll(): Promise<readonly CheckView[]> {
  try {
    return await runDoctor(createContext({ kind: 'system', name: 'doctor' }), part);
  } finally {
    await closeDatabase();
  }
}

/** Starts the embedded database for the checks unless it runs. Never creates one. */
async function checkEmbedded(env: StartEnv): Promise<readonly CheckView[]> {
  const dataDir = resolveDataFolder(env);
  if (readStoredSecret(dataDir, 'DATABASE_PASSWORD') === undefined)
    return [toInstanceCheck('database', 'bad', tInstanceChecks('database.notStarted', { folder: dataDir }))];
  const database = await startEmbeddedDatabase({ dataDir });
  process.env.DATABASE_URL = database.url;
  delete process.env.DIRECT_URL;
  try {
    return await checkAll();
  } finally {
    if (!database.isReused) await database.stop();
  }
}

async function examine(): Promise<readonly CheckView[]> {
  let env: StartEnv;
  try {
    loadDotEnv();
    env = readStartEnv(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.message.split('\n').map((line) => toInstanceCheck('environment', 'bad', line));
  }
  const hasSessionSecret =
    env.NEXTAUTH_SECRET !== undefined ||
    readStoredSecret(resolveDataFolder(env), 'NEXTAUTH_SECRET') !== undefined;
  const removed = listRemovedVariables(process.env);
  const environment = !hasSessionSecret
    ? toInstanceCheck('environment', 'bad', tInstanceChecks('environment.noSessionSecret'))
    : removed.length > 0
      ? toInstanceCheck('environment', 'attention', removed.join(' '))
      : toInstanceCheck('environment', 'good', tInstanceChecks('environment.good'));
  try {
    enterEnvironment(env);
    const profile = describeProfile();
    return [
      environment,
      profile,
      ...(env.DATABASE_URL === undefined ? await checkEmbedded(env) : await checkAll()),
    ];
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    return [environment, toInstanceCheck('database', 'bad', error.message)];
  }
}

/**
 * Names the assumptions about the service that differ from their defaults, by the profile or by a variable, and the limits
 * of one person that do.
 */
function describeProfile(): CheckView {
  const assumed = listAssumptionRows(readAssumptions(process.env))
    .filter((row) => row.variable !== null && row.value !== row.default)
    .map((row) => `${row.variable}=${row.value}`);
  const values = [...assumed, ...listChangedLimits(personLimits())].join('; ');
  const message =
    values === '' ? tInstanceChecks('profile.unchanged') : tInstanceChecks('profile.changed', { values });
  return toInstanceCheck('service-profile', 'good', message);
}

function print(checks: readonly CheckView[]): void {
  const width = Math.max(...checks.map(({ label }) => label.length)) + 2;
  for (const { state, label, message } of checks)
    console.log(`${tInstanceChecks(`states.${state}`).padEnd(9)}${label.padEnd(width)}${message}`);
}

const checks = await examine();
const failed = checks.filter(({ state }) => state === 'bad').length;
if (json)
  console.log(
    JSON.stringify({
      ok: failed === 0,
      checks: checks.map(({ key, state, message }) => ({ key, state, message })),
    }),
  );
else {
  print(checks);
  console.log(`\n${tInstanceChecks('summary', { failed })}`);
}
process.exitCode = failed === 0 ? 0 : 1;
