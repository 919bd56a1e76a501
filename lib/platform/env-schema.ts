import * as z from 'zod';
import { tEnvironment } from '#lib/messages/environment.ts';
import { assumptionChecks } from '#lib/values/assumptions/assumptions.ts';
import {
  requireList,
  requireOneOption,
  requirePort,
  requireText,
  requireWholeNumber,
} from '#lib/values/assumptions/checks.ts';
import { unencryptedAddresses } from './env-address-schema.ts';
import { auditVariables } from './env-audit-schema.ts';
import { listMailConflicts, mailVariables } from './env-mail-schema.ts';
import { listRefusedVariables } from './env-removed-schema.ts';
import { listWeakSecrets } from './env-secret-schema.ts';
import { listSingleSignOnConflicts, singleSignOnVariables } from './env-single-sign-on-schema.ts';
import { readServiceKeys } from './model-service-keys.ts';

/**
 * All environment variables and their checks. Pure: env.ts reads `process.env`, so that the start script and tests
 * can check any set of values.
 */

const HIDDEN = /SECRET|PASSWORD|PASSPHRASE|TOKEN|KEY|URL/;

const textOfLength = (count: number) => {
  const expected = tEnvironment('expected.characters', { count: String(count) });
  return requireText(expected).min(count, { error: expected });
};
const flag = z
  .enum(['true', 'false', '1', '0'], { error: tEnvironment('expected.flag') })
  .transform((value) => value === 'true' || value === '1');

function isWebAddress(value: string): boolean {
  const protocol = URL.parse(value)?.protocol;
  return protocol === 'http:' || protocol === 'https:';
}

const webAddress = (expected: string) =>
  requireText(expected)
    .refine(isWebAddress, { error: expected })
    .transform((value) => value.replace(/\/+$/, ''));

/** Pages and sign-in are at the root of their host. */
function hasNoPath(value: string): boolean {
  const address = URL.parse(value);
  return address?.pathname === '/' && address.search === '' && address.hash === '';
}

const expectedDatabase = tEnvironment('expected.databaseAddress');
/** An address with a socket folder in its query may omit the host. */
function isDatabaseAddress(value: string): boolean {
  return /^postgres(ql)?:\/\/\S+$/.test(value) && URL.canParse(value.replace('@/', '@socket/'));
}
const databaseAddress = requireText(expectedDatabase).refine(isDatabaseAddress, { error: expectedDatabase });

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const expectedAppUrl = tEnvironment('expected.appUrl');

const variables = {
  NODE_ENV: requireOneOption(['development', 'production', 'test']).default('development'),

  // Listening
  PORT: requirePort(3000),
  HOST: requireText(tEnvironment('expected.host')).default('127.0.0.1'),
  APP_URL: webAddress(expectedAppUrl).refine(hasNoPath, { error: expectedAppUrl }).optional(),
  ALLOW_HTTP_IN_PRIVATE_NETWORK: flag.default(false),
  TRUST_PROXY: requireWholeNumber(0, 10, tEnvironment('unit.proxies')).optional(),
  METRICS_TOKEN: textOfLength(16).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress(tEnvironment('expected.collectorAddress')).optional(),
  CRON_SECRET: textOfLength(16).optional(),

  // Storage
  DATA_DIR: requireText(tEnvironment('expected.folder')).default('.data'),
  BACKUP_PASSPHRASE: textOfLength(12).optional(),
  DATABASE_URL: databaseAddress,
  DIRECT_URL: databaseAddress.optional(),
  READ_DATABASE_URL: databaseAddress.optional(),

  // People
  NEXTAUTH_SECRET: requireText(tEnvironment('expected.randomCharacters', { count: '32' })).min(32, {
    error: tEnvironment('expected.randomCharacters', { count: '32' }),
  }),
  FACTOR_KEYS: requireList(tEnvironment('expected.callbackKeys'), (value) => value.length >= 32).optional(),
  OWNER_EMAIL: z.email({ error: tEnvironment('expected.emailAddress') }).optional(),
  OWNER_PASSWORD: textOfLength(12).optional(),
  BUSINESS_IDS: requireList(tEnvironment('expected.businessIds'), (value) => uuid.test(value)).optional(),
  ...singleSignOnVariables,

  // Callbacks of the service
  CALLBACK_SECRETS: requireList(tEnvironment('expected.callbackKeys'), (value) => value.length >= 32),
  CALLBACK_BASE_URL: webAddress(tEnvironment('expected.callbackAddress')).optional(),
  INTAKE_PORT: requirePort(3001),
  WORKER_PORT: requireWholeNumber(1, 65_535).optional(),

  // The payment service
  SANDBOX_PORT: requirePort(4010),
  SANDBOX_BASE_URL: webAddress(tEnvironment('expected.sandboxAddress')).optional(),
  SERVICE_BASE_URL: webAddress(tEnvironment('expected.serviceAddress')),
  SERVICE_API_KEY: requireText(tEnvironment('expected.apiKey')),
  SERVICE_API_SECRET: requireText(tEnvironment('expected.apiSecret')),
  /** Signs callbacks, if the secret differs from that of the account. */
  SERVICE_CALLBACK_SIGNATURE_SECRET: requireText(tEnvironment('expected.callbackSignatureSecret')).optional(),
  // Everything that the interface leaves open.
  ...assumptionChecks,

  // Intervals of payment reads
  PAYMENT_READ_OPEN_SECONDS: requireWholeNumber(5, 86_400, tEnvironment('unit.seconds')).default(60),
  PAYMENT_READ_RECENT_SECONDS: requireWholeNumber(60, 604_800, tEnvironment('unit.seconds')).default(3_600),
  PAYMENT_READ_RECENT_DAYS: requireWholeNumber(0, 365, tEnvironment('unit.days')).default(7),
  PAYMENT_READ_OLD_SECONDS: requireWholeNumber(60, 2_592_000, tEnvironment('unit.seconds')).default(86_400),
  PAYMENT_READ_OLD_DAYS: requireWholeNumber(0, 3_650, tEnvironment('unit.days')).default(30),

  // Anchors of the audit log
  ...auditVariables,

  // Outgoing mail
  ...mailVariables,
} satisfies Record<string, z.ZodType>;

const settings = z.object(variables);

/** The checked environment of a running part (web, worker, scripts that use the database). */
export type Env = z.infer<typeof settings> & {
  /** Address that people open, without a trailing slash. */
  readonly APP_URL: string;
  /** Address that receives callbacks, without a trailing slash. */
  readonly CALLBACK_BASE_URL: string;
  /** Number of trusted proxies in front, for the client's address. */
  readonly TRUST_PROXY: number;
  /** How open screens learn of changes. Vercel bills a stream until it is cut off. */
  readonly LIVE_UPDATES: 'stream' | 'poll';
  /** True with the sandbox: there are demo people and demo data. */
  readonly DEMO: boolean;
  /** Name of the provider of single sign-on in buttons and messages. */
  readonly OIDC_NAME: string;
  /** The append-only file of audit anchors; undefined on Vercel, which has no persistent disk. */
  readonly AUDIT_ANCHOR_FILE: string | undefined;
  /** True on Vercel, where the product runs as functions without a worker. */
  readonly IS_FUNCTION: boolean;
};

export type EnvSource = Readonly<Record<string, string | undefined>>;

/** Names of all variables, in the order of .env.example. */
export const variableNames: readonly string[] = Object.keys(variables).filter((name) => name !== 'NODE_ENV');

/** A wrong or missing variable. Its message has one line for each, with the variable and the expected value. */
export class SettingsError extends Error {
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'SettingsError';
  }
}

/** An empty variable counts as unset, as in most shells and hosting panels. */
function withoutEmpty(source: EnvSource): Record<string, string> {
  const present: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    // A space is a valid separator of the signed parts.
    const trimmed = name === 'SERVICE_SIGNATURE_JOIN' ? value : value?.trim();
    if (trimmed !== undefined && trimmed !== '') present[name] = trimmed;
  }
  return present;
}

function explain(issue: z.core.$ZodIssue, present: Record<string, string>): string {
  const name = String(issue.path[0]);
  const value = present[name];
  if (value === undefined) return tEnvironment('missing', { name, expected: issue.message });
  return HIDDEN.test(name)
    ? tEnvironment('wrong', { name, expected: issue.message })
    : tEnvironment('wrongValue', { name, expected: issue.message, value });
}

function unique(lines: readonly string[]): string[] {
  return [...new Set(lines)];
}

const withoutSlash = (address: string | undefined) => address?.replace(/\/+$/, '');
const isSandbox = (present: Readonly<Record<string, string>>): boolean =>
  present['SERVICE_BASE_URL'] !== undefined &&
  withoutSlash(present['SERVICE_BASE_URL']) === withoutSlash(present['SANDBOX_BASE_URL']);

/** Returns a line for each invalid combination of variables. */
function listConflicts(present: Record<string, string>): string[] {
  const lines: string[] = [];
  if ((present['OWNER_EMAIL'] === undefined) !== (present['OWNER_PASSWORD'] === undefined)) {
    lines.push(tEnvironment('conflict.owner'));
  }
  const [keys, secrets] = [present['SERVICE_API_KEY'], present['SERVICE_API_SECRET']];
  if (keys !== undefined && secrets !== undefined && readServiceKeys(keys, secrets) === null)
    lines.push(tEnvironment('conflict.serviceKeys'));
  const service = withoutSlash(present['SERVICE_BASE_URL']);
  if (service !== undefined && !isSandbox(present)) lines.push(...listWeakSecrets(present));
  lines.push(
    ...listMailConflicts(present),
    ...listSingleSignOnConflicts(present),
    ...listRefusedVariables(present),
  );
  return lines;
}

/**
 * Returns a line for each address that should use https. Missing addresses are derived from HOST, and from SANDBOX_HOST, a
 * variable of the sandbox.
 */
function listTransportErrors(
  present: Record<string, string>,
  env: Pick<StartEnv, 'HOST' | 'PORT' | 'SANDBOX_PORT' | 'ALLOW_HTTP_IN_PRIVATE_NETWORK'>,
): string[] {
  const findAddress = (name: string) => {
    const value = present[name];
    return value === undefined ? {} : { [name]: { value } };
  };
  return unencryptedAddresses(
    {
      APP_URL: { value: localAddress(env.HOST, env.PORT), setBy: 'HOST' },
      // `npm start` runs the sandbox when no service is set.
      SERVICE_BASE_URL: {
        value: localAddress(present['SANDBOX_HOST'] ?? '127.0.0.1', env.SANDBOX_PORT),
        setBy: 'SANDBOX_HOST',
      },
      ...findAddress('APP_URL'),
      ...findAddress('CALLBACK_BASE_URL'),
      ...findAddress('SERVICE_BASE_URL'),
      ...findAddress('SANDBOX_BASE_URL'),
    },
    env.ALLOW_HTTP_IN_PRIVATE_NETWORK,
  );
}

/** Returns the address on this machine of a server that listens on `host`. */
export function localAddress(host: string, listenPort: number): string {
  if (['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host)) return `http://localhost:${listenPort}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${listenPort}`;
}

/**
 * Checks all variables at once.
 *
 * @throws {SettingsError}
 */
export function readEnv(source: EnvSource): Env {
  const present = withoutEmpty(source);
  const result = settings.safeParse(present);
  const lines = result.success
    ? listTransportErrors(present, result.data)
    : result.error.issues.map((issue) => explain(issue, present));
  lines.push(...listConflicts(present));
  if (!result.success || lines.length > 0) throw new SettingsError(unique(lines));
  const env = result.data;
  const isFunction = present['VERCEL'] !== undefined;
  const appUrl = env.APP_URL ?? localAddress(env.HOST, env.PORT);
  return {
    ...env,
    IS_FUNCTION: isFunction,
    APP_URL: appUrl,
    CALLBACK_BASE_URL: env.CALLBACK_BASE_URL ?? appUrl,
    TRUST_PROXY: env.TRUST_PROXY ?? (isFunction ? 1 : 0),
    LIVE_UPDATES: isFunction ? 'poll' : 'stream',
    DEMO: isSandbox(present),
    OIDC_NAME: env.OIDC_DOMAINS?.[0] ?? '',
    AUDIT_ANCHOR_FILE: isFunction ? undefined : `${env.DATA_DIR}/audit-anchors.jsonl`,
  };
}

const requiredForRealService = [
  'DATABASE_URL',
  'CALLBACK_SECRETS',
  'SERVICE_API_KEY',
  'SERVICE_API_SECRET',
] as const;
const generatedByStart = {
  DATABASE_URL: true,
  NEXTAUTH_SECRET: true,
  CALLBACK_SECRETS: true,
  SERVICE_BASE_URL: true,
  SERVICE_API_KEY: true,
  SERVICE_API_SECRET: true,
} as const;

const startSettings = settings.partial(generatedByStart);

/** The environment of `npm start`, which generates missing values when no real service is set. */
export type StartEnv = z.infer<typeof startSettings>;

/**
 * Checks the environment of `npm start`.
 *
 * @throws {SettingsError}
 */
export function readStartEnv(source: EnvSource): StartEnv {
  const present = withoutEmpty(source);
  const result = startSettings.safeParse(present);
  const lines = result.success
    ? listTransportErrors(present, result.data)
    : result.error.issues.map((issue) => explain(issue, present));
  if (present['SERVICE_BASE_URL'] !== undefined) {
    for (const name of requiredForRealService) {
      if (present[name] === undefined) {
        lines.push(tEnvironment('missingForRealService', { name }));
      }
    }
  }
  lines.push(...listConflicts(present));
  if (!result.success || lines.length > 0) throw new SettingsError(unique(lines));
  return result.data;
}
