import { tEnvironment } from '#lib/messages/environment.ts';
import { requireText } from '#lib/values/assumptions/checks.ts';

/** Variables of a build, and variables that were removed. */

const word = (expected: string, pattern: RegExp) => requireText(expected).regex(pattern, { error: expected });

export const buildVariables = {
  NEXT_DEPLOYMENT_ID: word(tEnvironment('expected.deploymentId'), /^[A-Za-z0-9_-]{1,64}$/).optional(),
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: word(
    tEnvironment('expected.actionKey'),
    /^(?:[A-Za-z0-9+/]{22}==|[A-Za-z0-9+/]{32}|[A-Za-z0-9+/]{43}=)$/,
  ).optional(),
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
] as const;

/** Returns a warning line for each variable that is set but was removed. */
export function listRemovedVariables(source: Readonly<Record<string, string | undefined>>): string[] {
  return removedVariables
    .filter((name) => (source[name] ?? '').trim() !== '')
    .map((name) => tEnvironment('removed', { name }));
}
