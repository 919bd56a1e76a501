import path from 'node:path';
import { buildCallbackAddress } from '#lib/callbacks/index.ts';
import { tCommands } from '#lib/messages/commands.ts';
import { localAddress, readStartEnv, SettingsError } from '#lib/platform/env-schema.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { StartFailure } from './database/failure.ts';
import { readOrCreateSecret } from './secrets.ts';
import { loadDotEnv, projectFolder } from './settings.ts';

/**
 * `npm run callback-url -- <businessId>`: the addresses to give to the service, as JSON. They hold a secret. Reads the
 * same settings as `npm start`; neither it nor the database need run.
 */
function print(): void {
  loadDotEnv();
  const businessId = parseId<BusinessId>(process.argv[2] ?? '');
  if (businessId === null) throw new StartFailure(tCommands('callbackUrl.usage'));
  const env = readStartEnv(process.env);
  const dataDir = path.resolve(projectFolder, env.DATA_DIR);
  const key = env.CALLBACK_SECRETS?.[0] ?? readOrCreateSecret(dataDir, 'CALLBACK_SECRETS');
  const baseUrl = env.CALLBACK_BASE_URL ?? env.APP_URL ?? localAddress(env.HOST, env.PORT);
  console.log(JSON.stringify(buildCallbackAddress({ key, baseUrl }, businessId), null, 2));
}

try {
  print();
} catch (error) {
  if (!(error instanceof StartFailure || error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
