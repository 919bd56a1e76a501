import { tEnvironment } from '#lib/messages/environment.ts';

/** Refuses secrets that anyone can know or guess, where real money depends on them. */

/** Values that this repository publishes, for the sandbox and its demo people. */
const publicValues = ['only-for-trying-it-out', 'sandbox-key', 'sandbox-secret', 'countinghouse-demo'];

/** Secrets that an operator makes. Lists are separated by commas. */
const madeSecrets = [
  'NEXTAUTH_SECRET',
  'CALLBACK_SECRETS',
  'FACTOR_KEYS',
  'AUDIT_SIGNING_KEYS',
  'BACKUP_PASSPHRASE',
  'METRICS_TOKEN',
  'CRON_SECRET',
];
/** Secrets of other origin, which are only compared with published ones. */
const otherSecrets = [
  'DATABASE_URL',
  'DIRECT_URL',
  'READ_DATABASE_URL',
  'SERVICE_API_KEY',
  'SERVICE_API_SECRET',
  'SERVICE_CALLBACK_SIGNATURE_SECRET',
  'OWNER_PASSWORD',
];

/** Shorter values are refused for their length. */
const shortestSecret = 16;
/** Random text of that length has more different characters, also in hexadecimal. */
const fewestCharacters = 6;

const isPublic = (value: string): boolean => publicValues.some((known) => value.includes(known));

/** Returns true for a text that repeats its beginning, such as "abcabcabc". */
function repeats(value: string): boolean {
  for (let length = 1; length * 2 <= value.length; length += 1)
    if (value.startsWith(value.slice(length))) return true;
  return false;
}

const isGuessable = (value: string): boolean =>
  value.length >= shortestSecret && (new Set(value).size < fewestCharacters || repeats(value));

/** Returns a line for each public or guessable secret. The lines never contain a value. */
export function listWeakSecrets(present: Readonly<Record<string, string>>): string[] {
  const read = (name: string) => (present[name] ?? '').split(',').map((value) => value.trim());
  const check = (names: readonly string[], isWeak: (value: string) => boolean, message: 'public' | 'weak') =>
    names
      .filter((name) => read(name).some((value) => value !== '' && isWeak(value)))
      .map((name) => tEnvironment(`secret.${message}`, { name }));
  return [
    ...check([...madeSecrets, ...otherSecrets], isPublic, 'public'),
    ...check(madeSecrets, (value) => !isPublic(value) && isGuessable(value), 'weak'),
  ];
}
