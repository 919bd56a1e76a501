import 'server-only';
import { createHmac } from 'node:crypto';
import { databasePool } from './db.ts';
import { env } from './env.ts';
import type { Secrets } from './mask-secrets.ts';

/** The secret part of a business's callback address under a key of CALLBACK_SECRETS. */
export const callbackSecret = (key: string, businessId: string): string =>
  createHmac('sha256', key).update(businessId).digest('base64url');

/** The secrets of all businesses under every key in force, as `maskSecrets` looks for them. */
export async function callbackSecrets(): Promise<Secrets> {
  const { rows } = await databasePool().query<{ id: string }>('SELECT id::text FROM business');
  return new Set(
    rows.flatMap(({ id }) => env.CALLBACK_SECRETS.map((key) => callbackSecret(key, id).toLowerCase())),
  );
}
