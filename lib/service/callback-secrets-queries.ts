import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import { callbackSecret, rememberSecrets } from '#lib/platform/callback-secret.ts';
import { env } from '#lib/platform/env.ts';
import type { Secrets } from '#lib/platform/mask-secrets.ts';

/** Returns the secrets of all businesses under every active key, in the form that `maskSecrets` expects. */
export async function listCallbackSecrets(): Promise<Secrets> {
  const { rows } = await databasePool().query<{ id: string }>('SELECT id::text FROM business');
  return rememberSecrets(
    rows.flatMap(({ id }) => env.CALLBACK_SECRETS.map((key) => callbackSecret(key, id))),
  );
}
