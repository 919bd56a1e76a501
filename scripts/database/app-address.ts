import { readOrCreateSecret } from '../secrets.ts';
import { DATABASE_USER } from './initialize.ts';

/** The secret of DATA_DIR with the password of the product's user in the embedded database. */
export const APP_PASSWORD = 'DATABASE_APP_PASSWORD';

/** Returns the address of the embedded database for web, intake and worker, from the address of its owner. */
export const toAppAddress = (ownerUrl: string, dataDir: string): string =>
  Object.assign(new URL(ownerUrl), {
    username: `${DATABASE_USER}_app`,
    password: readOrCreateSecret(dataDir, APP_PASSWORD),
  }).href;

/**
 * Returns DIRECT_URL for a part that only listens there: the same server, as the user of DATABASE_URL. The owner of the
 * tables can remove the triggers that protect the audit log, so no part knows its password.
 */
export function toListenAddress(directUrl: string, databaseUrl: string): string {
  const { username, password } = new URL(databaseUrl);
  return Object.assign(new URL(directUrl), { username, password }).href;
}
