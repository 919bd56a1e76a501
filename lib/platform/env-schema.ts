import * as z from 'zod';
import { assumptionChecks } from '#lib/values/assumptions/assumptions.ts';
import { expectOneOf, list, text, wholeNumber } from '#lib/values/assumptions/checks.ts';
import { unencryptedAddresses } from './env-address-schema.ts';
import { auditVariables } from './env-audit-schema.ts';
import { limitVariables } from './env-limits-schema.ts';
import { mailContradictions, mailVariables } from './env-mail-schema.ts';

/**
 * Every variable of the environment, with what it should be. Pure: reading `process.env` is env.ts's business,
 * so that the start script and the tests can check any set of values.
 */

const HIDDEN = /SECRET|PASSWORD|TOKEN|KEY|URL/;

const port = (usual: number) => wholeNumber(1, 65_535).default(usual);
const yesOrNo = z
  .enum(['true', 'false', '1', '0'], { error: 'true or false' })
  .transform((value) => value === 'true' || value === '1');

function isWebAddress(value: string): boolean {
  const protocol = URL.parse(value)?.protocol;
  return protocol === 'http:' || protocol === 'https:';
}

const webAddress = (should: string) =>
  text(should)
    .refine(isWebAddress, { error: should })
    .transform((value) => value.replace(/\/+$/, ''));

/** Pages and sign-in live at the root of their host. */
function hasNoPath(value: string): boolean {
  const address = URL.parse(value);
  return address?.pathname === '/' && address.search === '' && address.hash === '';
}

const databaseShould = 'a PostgreSQL address like postgresql://user:password@host:5432/name';
/** An address with a socket's folder in its query may leave the host out. */
function isDatabaseAddress(value: string): boolean {
  return /^postgres(ql)?:\/\/\S+$/.test(value) && URL.canParse(value.replace('@/', '@socket/'));
}
const databaseAddress = text(databaseShould).refine(isDatabaseAddress, { error: databaseShould });

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const appShould = 'the address people open, without a path, like https://countinghouse.example.com';

const variables = {
  NODE_ENV: expectOneOf(['development', 'production', 'test']).default('development'),

  // Where it listens
  PORT: port(3000),
  HOST: text('a host name or address to listen on').default('127.0.0.1'),
  APP_URL: webAddress(appShould).refine(hasNoPath, { error: appShould }).optional(),
  ALLOW_HTTP_IN_PRIVATE_NETWORK: yesOrNo.default(false),
  TRUST_PROXY: wholeNumber(0, 10, 'how many proxies in front are ours').optional(),
  LOG_LEVEL: expectOneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS_TOKEN: text('at least 16 characters').min(16, { error: 'at least 16 characters' }).optional(),
  CRON_SECRET: text('at least 16 characters').min(16, { error: 'at least 16 characters' }).optional(),

  // Where data is kept
  DATA_DIR: text('a folder').default('.data'),
  DATABASE_URL: databaseAddress,
  DIRECT_URL: databaseAddress.optional(),
  REPLICA_URLS: list('PostgreSQL addresses, separated by commas', isDatabaseAddress).optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 200, 'connections of one process').default(10),
  ...limitVariables,

  // People
  NEXTAUTH_SECRET: text('at least 32 random characters').min(32, { error: 'at least 32 random characters' }),
  OWNER_EMAIL: z.email({ error: 'an email address' }).optional(),
  OWNER_PASSWORD: text('at least 12 characters').min(12, { error: 'at least 12 characters' }).optional(),
  BUSINESS_IDS: list('business ids (UUIDs), separated by commas', (value) => uuid.test(value)).optional(),
  DEMO: yesOrNo.default(false),

  // Callbacks of the service
  CALLBACK_SECRETS: list(
    'keys of at least 32 characters, newest first, separated by commas',
    (value) => value.length >= 32,
  ),
  CALLBACK_BASE_URL: webAddress('the address at which the service reaches us').optional(),
  CALLBACK_SILENCE_HOURS: wholeNumber(1, 168, 'hours').default(6),
  INTAKE_PORT: port(3001),
  LIVE_UPDATES: expectOneOf(['stream', 'poll']).optional(),

  // The payment service
  SANDBOX_PORT: port(4010),
  SANDBOX_HOST: text('a host name or address for the sandbox to listen on').default('127.0.0.1'),
  SANDBOX_BASE_URL: webAddress("the sandbox's address, the same as SERVICE_BASE_URL").optional(),
  SERVICE_BASE_URL: webAddress("the payment service's address, like https://pay.example.com"),
  SERVICE_API_KEY: text("the API key of the service's account"),
  SERVICE_API_SECRET: text("the API secret of the service's account"),
  /** Signs callbacks, where it is another secret than that of the account. */
  SERVICE_CALLBACK_SIGNATURE_SECRET: text('the secret under which callbacks are signed').optional(),
  // What the interface leaves open: all of it in one place.
  ...assumptionChecks,

  // How often a payment is read
  PAYMENT_READ_OPEN_SECONDS: wholeNumber(5, 86_400, 'seconds').default(60),
  PAYMENT_READ_RECENT_SECONDS: wholeNumber(60, 604_800, 'seconds').default(3_600),
  PAYMENT_READ_RECENT_DAYS: wholeNumber(0, 365, 'days').default(7),
  PAYMENT_READ_OLD_SECONDS: wholeNumber(60, 2_592_000, 'seconds').default(86_400),
  PAYMENT_READ_OLD_DAYS: wholeNumber(0, 3_650, 'days').default(30),

  // Anchors of the audit log
  ...auditVariables,

  // Mail that leaves the house
  ...mailVariables,
} satisfies Record<string, z.ZodType>;

const settings = z.object(variables);

/** The checked environment of a running part (web, worker, scripts that use the database). */
export type Env = z.infer<typeof settings> & {
  /** Where people open the application, without a slash at its end. */
  readonly APP_URL: string;
  /** Where the service sends its callbacks, without a slash at its end. */
  readonly CALLBACK_BASE_URL: string;
  /** How many proxies in front of us may be believed about the sender's address. */
  readonly TRUST_PROXY: number;
  /** Whether open screens are told of changes by a stream, or ask every now and then. */
  readonly LIVE_UPDATES: 'stream' | 'poll';
  /** The append-only file of audit anchors; undefined on Vercel, where no disk lasts. */
  readonly AUDIT_ANCHOR_FILE: string | undefined;
};

export type EnvSource = Readonly<Record<string, string | undefined>>;

/** The names of all variables, in the order of .env.example. */
export const variableNames: readonly string[] = Object.keys(variables).filter((name) => name !== 'NODE_ENV');

/** A wrong or missing variable. Its message has one line for each, naming the variable and what it should be. */
export class SettingsError extends Error {
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'SettingsError';
  }
}

/** An empty variable counts as unset, as in most shells and hosting panels. */
function withoutEmpty(source: EnvSource): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    // What stands between the signed parts may be a space.
    const kept = name === 'SERVICE_SIGNATURE_JOIN' ? value : value?.trim();
    if (kept !== undefined && kept !== '') given[name] = kept;
  }
  return given;
}

function explain(issue: z.core.$ZodIssue, given: Record<string, string>): string {
  const name = String(issue.path[0]);
  const value = given[name];
  if (value === undefined) return `${name} is missing: it should be ${issue.message}.`;
  return `${name} should be ${issue.message}${HIDDEN.test(name) ? '.' : `, but it is "${value}".`}`;
}

function unique(lines: readonly string[]): string[] {
  return [...new Set(lines)];
}

const withoutSlash = (address: string | undefined) => address?.replace(/\/+$/, '');

/** What no variable shows by itself. */
function contradictions(given: Record<string, string>): string[] {
  const lines: string[] = [];
  if ((given['OWNER_EMAIL'] === undefined) !== (given['OWNER_PASSWORD'] === undefined)) {
    lines.push('OWNER_EMAIL and OWNER_PASSWORD belong together: set both or neither.');
  }
  const service = withoutSlash(given['SERVICE_BASE_URL']);
  const isSandbox = service === withoutSlash(given['SANDBOX_BASE_URL']);
  if ((given['DEMO'] === 'true' || given['DEMO'] === '1') && service !== undefined && !isSandbox) {
    lines.push(
      'DEMO should be unset with SERVICE_BASE_URL: no demo people are made against a real service (SANDBOX_BASE_URL names a sandbox).',
    );
  }
  lines.push(...mailContradictions(given));
  return lines;
}

/** Returns a line for each address that should be https. Those that are not set are made from HOST and SANDBOX_HOST. */
function transportErrors(
  given: Record<string, string>,
  env: Pick<StartEnv, 'HOST' | 'PORT' | 'SANDBOX_HOST' | 'SANDBOX_PORT' | 'ALLOW_HTTP_IN_PRIVATE_NETWORK'>,
): string[] {
  const set = (name: string) => {
    const value = given[name];
    return value === undefined ? {} : { [name]: { value } };
  };
  return unencryptedAddresses(
    {
      APP_URL: { value: localAddress(env.HOST, env.PORT), setBy: 'HOST' },
      // `npm start` runs the sandbox where no service is named.
      SERVICE_BASE_URL: { value: localAddress(env.SANDBOX_HOST, env.SANDBOX_PORT), setBy: 'SANDBOX_HOST' },
      ...set('APP_URL'),
      ...set('CALLBACK_BASE_URL'),
      ...set('SERVICE_BASE_URL'),
      ...set('SANDBOX_BASE_URL'),
    },
    env.ALLOW_HTTP_IN_PRIVATE_NETWORK,
  );
}

/** The address at which what listens on `host` is found on this machine. */
export function localAddress(host: string, listensOn: number): string {
  if (['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host)) return `http://localhost:${listensOn}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${listensOn}`;
}

/** Checks all variables at once. Throws {@link SettingsError}. */
export function readEnv(source: EnvSource): Env {
  const given = withoutEmpty(source);
  const result = settings.safeParse(given);
  const lines = result.success
    ? transportErrors(given, result.data)
    : result.error.issues.map((issue) => explain(issue, given));
  lines.push(...contradictions(given));
  if (!result.success || lines.length > 0) throw new SettingsError(unique(lines));
  const env = result.data;
  const appUrl = env.APP_URL ?? localAddress(env.HOST, env.PORT);
  return {
    ...env,
    APP_URL: appUrl,
    CALLBACK_BASE_URL: env.CALLBACK_BASE_URL ?? appUrl,
    TRUST_PROXY: env.TRUST_PROXY ?? (given['VERCEL'] === undefined ? 0 : 1),
    // A stream is billed there until it is cut off.
    LIVE_UPDATES: env.LIVE_UPDATES ?? (given['VERCEL'] === undefined ? 'stream' : 'poll'),
    AUDIT_ANCHOR_FILE:
      env.AUDIT_ANCHOR_FILE ??
      (given['VERCEL'] === undefined ? `${env.DATA_DIR}/audit-anchors.jsonl` : undefined),
  };
}

const neededForRealService = [
  'DATABASE_URL',
  'CALLBACK_SECRETS',
  'SERVICE_API_KEY',
  'SERVICE_API_SECRET',
] as const;
const madeByStart = {
  DATABASE_URL: true,
  NEXTAUTH_SECRET: true,
  CALLBACK_SECRETS: true,
  SERVICE_BASE_URL: true,
  SERVICE_API_KEY: true,
  SERVICE_API_SECRET: true,
} as const;

const startSettings = settings.partial(madeByStart);

/** The environment as given to `npm start`, which makes up what is missing when no real service is named. */
export type StartEnv = z.infer<typeof startSettings>;

/** Checks what `npm start` was given. Throws {@link SettingsError}. */
export function readStartEnv(source: EnvSource): StartEnv {
  const given = withoutEmpty(source);
  const result = startSettings.safeParse(given);
  const lines = result.success
    ? transportErrors(given, result.data)
    : result.error.issues.map((issue) => explain(issue, given));
  if (given['SERVICE_BASE_URL'] !== undefined) {
    for (const name of neededForRealService) {
      if (given[name] === undefined) {
        lines.push(
          `${name} is missing: with SERVICE_BASE_URL set it is required, it is never made up for a real service.`,
        );
      }
    }
  }
  lines.push(...contradictions(given));
  if (!result.success || lines.length > 0) throw new SettingsError(unique(lines));
  return result.data;
}
