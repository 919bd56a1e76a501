import * as z from 'zod';
import { tEnvironment } from '#lib/messages/environment.ts';
import { assumptionChecks } from './assumptions.ts';
import type { PersonLimits } from './person-limits.ts';
import { personLimitsCheck } from './person-limits.ts';

/**
 * The file in the folder of the product that says how the payment service behaves. Variables override it. Its `limits` of
 * one person have no variables.
 */
export const serviceProfileFile = 'service-profile.json';

/** The intervals at which the service may be asked. These depend on the service, too. */
const paceVariables = [
  'PAYMENT_READ_OPEN_SECONDS',
  'PAYMENT_READ_RECENT_SECONDS',
  'PAYMENT_READ_RECENT_DAYS',
  'PAYMENT_READ_OLD_SECONDS',
  'PAYMENT_READ_OLD_DAYS',
] as const;

/** The variables that the profile may set. */
export const profileVariables: readonly string[] = [...Object.keys(assumptionChecks), ...paceVariables];

const item = z.union([z.string(), z.number()]);
const variables = z.partialRecord(z.enum(profileVariables), z.union([item, z.array(item)]));
const profile = z.looseObject({ limits: z.unknown() }).partial();

type ServiceProfile = {
  /** The checks of the variables apply to them. */
  readonly variables: Readonly<Record<string, string>>;
  readonly limits: PersonLimits;
};

const file = serviceProfileFile;

/** Parses JSON. Returns undefined for other text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the values of a profile as variables, and its limits.
 *
 * @throws {Error} with one line that names the file and what is wrong.
 */
export function parseServiceProfile(text: string): ServiceProfile {
  const whole = profile.safeParse(parseJson(text));
  if (!whole.success) throw new Error(tEnvironment('profile.unreadable', { file }));
  const { limits = {}, ...rest } = whole.data;
  return { variables: parseVariables(rest), limits: parseLimits(limits) };
}

function parseVariables(values: unknown): ServiceProfile['variables'] {
  const parsed = variables.safeParse(values);
  if (parsed.success)
    return Object.fromEntries(
      Object.entries(parsed.data).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(',') : String(value),
      ]),
    );
  const [issue] = parsed.error.issues;
  const name = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
  throw new Error(tEnvironment('profile.wrong', { file, name: String(name) }));
}

function parseLimits(values: unknown): PersonLimits {
  const parsed = personLimitsCheck.safeParse(values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = ['limits', ...(issue?.path ?? [])].join('.');
  throw new Error(tEnvironment('profile.wrongLimit', { file, name, expected: issue?.message ?? '' }));
}

type Source = Readonly<Record<string, string | undefined>>;

/** Returns the values of a profile that no variable overrides. An empty variable counts as unset. */
export function listProfileValues(text: string, source: Source): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(parseServiceProfile(text).variables).filter(
      ([name, value]) => value !== '' && (source[name] ?? '').trim() === '',
    ),
  );
}
