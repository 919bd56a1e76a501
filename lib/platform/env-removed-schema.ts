import { tEnvironment } from '#lib/messages/environment.ts';

/** Variables of earlier versions that no longer have an effect, and need nothing in their place. */
const withoutEffect = [
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
  'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY',
  'LOG_LEVEL',
] as const;

/** Variables on which the access of people depended. Their messages say what takes their place. */
const replacedVariables = [
  'SECOND_FACTOR_FOR',
  'OIDC_ENFORCED_DOMAINS',
  'OIDC_TRUSTED_DOMAINS',
  'OIDC_VIEWER_BUSINESS',
] as const;

const toSet = (text = '') =>
  text
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .toSorted()
    .join();

/**
 * Returns a line for each removed variable without which people would sign in otherwise than before. They stop the start, so that
 * the operator removes them knowingly.
 */
export function listRefusedVariables(source: Readonly<Record<string, string | undefined>>): string[] {
  const enforced = toSet(source['OIDC_ENFORCED_DOMAINS']);
  return [
    ...(source['SECOND_FACTOR_FOR'] === 'everyone' ? [tEnvironment('refused.SECOND_FACTOR_FOR')] : []),
    ...(enforced !== '' && enforced !== toSet(source['OIDC_DOMAINS'])
      ? [tEnvironment('refused.OIDC_ENFORCED_DOMAINS')]
      : []),
  ];
}

export const removedVariables = [...withoutEffect, ...replacedVariables] as const;

/** Returns a warning line for each variable that is set but was removed. */
export function listRemovedVariables(source: Readonly<Record<string, string | undefined>>): string[] {
  const isSet = (name: string) => (source[name] ?? '').trim() !== '';
  return [
    ...withoutEffect.filter(isSet).map((name) => tEnvironment('removed', { name })),
    ...replacedVariables
      .filter(isSet)
      .map((name) => tEnvironment('replaced', { name, cure: tEnvironment(`cure.${name}`) })),
  ];
}
