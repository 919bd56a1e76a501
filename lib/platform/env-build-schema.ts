import { tEnvironment } from '#lib/messages/environment.ts';
import { requireText } from '#lib/values/assumptions/checks.ts';

/** Variables of a build, and variables that were removed. */

const expectedKey = tEnvironment('expected.actionKey');

export const buildVariables = {
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: requireText(expectedKey)
    .regex(/^(?:[A-Za-z0-9+/]{22}==|[A-Za-z0-9+/]{32}|[A-Za-z0-9+/]{43}=)$/, { error: expectedKey })
    .optional(),
};

/** Variables of earlier versions that no longer have an effect. */
export const removedVariables = [
  'REPLICA_URLS',
  'PERSON_READS',
  'PERSON_TOTALS',
  'PERSON_EXPORTS',
  'PERSON_STREAMS',
  'PERSON_QUEUE',
  'PERSON_WAIT_SECONDS',
  'DOWNLOAD_STALL_SECONDS',
  'EXPORT_POOL_SIZE',
  'CALLBACK_POOL_SIZE',
  'AUDIT_ANCHOR_SECONDS',
  'SMTP_HOST',
  'SMTP_PORT',
  'SMTP_USER',
  'SMTP_PASSWORD',
  'SMTP_TLS',
  'LIVE_UPDATES',
  'DATABASE_POOL_SIZE',
  'PERSON_SESSIONS',
  'CALLBACK_SILENCE_HOURS',
  'DEMO',
  'OIDC_NAME',
  'OIDC_SIGNING_ALGORITHM',
  'OIDC_PROVISION',
  'OIDC_DEFAULT_ROLE',
  'OIDC_BUSINESS',
  'AUDIT_PUBLIC_KEYS',
  'AUDIT_ANCHOR_FILE',
] as const;

/** Returns a warning line for each variable that is set but was removed. */
export function listRemovedVariables(source: Readonly<Record<string, string | undefined>>): string[] {
  return removedVariables
    .filter((name) => (source[name] ?? '').trim() !== '')
    .map((name) => tEnvironment('removed', { name }));
}
