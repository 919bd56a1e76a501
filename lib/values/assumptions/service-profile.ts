import * as z from 'zod';
import { tEnvironment } from '#lib/messages/environment.ts';
import { assumptionChecks } from './assumptions.ts';

/** The file in the folder of the product that says how the payment service behaves. Variables override it. */
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
const profile = z.partialRecord(z.enum(profileVariables), z.union([item, z.array(item)]));

/** Parses JSON. Returns undefined for other text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the values of a profile as variables. The checks of the variables apply to them.
 *
 * @throws {Error} with one line that names the file and what is wrong.
 */
export function parseServiceProfile(text: string): Readonly<Record<string, string>> {
  const parsed = profile.safeParse(parseJson(text));
  if (parsed.success)
    return Object.fromEntries(
      Object.entries(parsed.data).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(',') : String(value),
      ]),
    );
  const [issue] = parsed.error.issues;
  const key = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
  throw new Error(
    key === undefined
      ? tEnvironment('profile.unreadable', { file: serviceProfileFile })
      : tEnvironment('profile.wrong', { file: serviceProfileFile, name: String(key) }),
  );
}

type Source = Readonly<Record<string, string | undefined>>;

/** Returns the values of a profile that no variable overrides. An empty variable counts as unset. */
export function listProfileValues(text: string, source: Source): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(parseServiceProfile(text)).filter(
      ([name, value]) => value !== '' && (source[name] ?? '').trim() === '',
    ),
  );
}
