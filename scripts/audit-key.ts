import { parseArgs } from 'node:util';
import { readSigningKey } from '#lib/audit/index.ts';
import { tCommands } from '#lib/messages/commands.ts';
import { readStartEnv, SettingsError } from '#lib/platform/env-schema.ts';
import { StartFailure } from './database/failure.ts';
import { resolveDataFolder } from './environment.ts';
import { readStoredSecret, rotateStoredSecret } from './secrets.ts';
import { loadDotEnv } from './settings.ts';

/**
 * `npm run audit:key`: prints id and public key of every signing key, newest first, as JSON. With `--rotate` it makes a new
 * one in DATA_DIR first; the worker introduces it once it is started again. Private keys are never printed.
 */
function print(): void {
  loadDotEnv();
  const env = readStartEnv(process.env);
  const { values } = parseArgs({ options: { rotate: { type: 'boolean' } } });
  const dataDir = resolveDataFolder(env);
  if (values.rotate && env.AUDIT_SIGNING_KEYS !== undefined)
    throw new StartFailure(tCommands('auditKey.fixed'));
  const kept = values.rotate
    ? rotateStoredSecret(dataDir, 'AUDIT_SIGNING_KEYS')
    : readStoredSecret(dataDir, 'AUDIT_SIGNING_KEYS');
  const seeds = env.AUDIT_SIGNING_KEYS ?? kept?.split(',') ?? [];
  if (seeds.length === 0) throw new StartFailure(tCommands('auditKey.none'));
  const keys = seeds.map(readSigningKey).map(({ id, publicKey }) => ({ id, publicKey }));
  console.log(JSON.stringify(keys, null, 2));
}

try {
  print();
} catch (error) {
  if (!(error instanceof StartFailure || error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
