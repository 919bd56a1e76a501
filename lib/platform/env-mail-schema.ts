import * as z from 'zod';

/** The variables of mail that leaves the house, and what belongs together among them. */

const tlsWays = ['required', 'implicit', 'off'] as const;
const hostShould = 'the name of a mail server, like mail.example.com, without a port';
const urlShould = 'the address of a mail server, like smtps://user:password@mail.example.com';
const fromShould =
  'who mail is from: an address, or a name and an address like Countinghouse <desk@example.com>';
const portShould = 'a whole number from 1 to 65535';

/** The address in `desk@example.com` or `Name <desk@example.com>`; null where there is none, or more than that. */
export function parseSender(text: string): { readonly name: string; readonly address: string } | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would begin a header of its own
  if (/[\u0000-\u001f\u007f]/.test(text)) return null;
  const [, name = '', inBrackets] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? [];
  const address = (inBrackets ?? text).trim();
  return z.email().safeParse(address).success ? { name: name.trim().replaceAll('"', ''), address } : null;
}

function isMailServer(value: string): boolean {
  const url = URL.parse(value);
  return (
    (url?.protocol === 'smtp:' || url?.protocol === 'smtps:') &&
    url.hostname !== '' &&
    ['', '/'].includes(url.pathname)
  );
}

export const mailVariables = {
  SMTP_URL: z.string({ error: urlShould }).refine(isMailServer, { error: urlShould }).optional(),
  SMTP_HOST: z
    .string({ error: hostShould })
    .regex(/^[a-z0-9.:-]+$/i, { error: hostShould })
    .optional(),
  SMTP_PORT: z
    .string({ error: portShould })
    .regex(/^\d{1,5}$/, { error: portShould })
    .transform(Number)
    .refine((value) => value >= 1 && value <= 65_535, { error: portShould })
    .optional(),
  SMTP_USER: z.string({ error: 'the account at the mail server' }).optional(),
  SMTP_PASSWORD: z.string({ error: 'the password of that account' }).optional(),
  SMTP_TLS: z.enum(tlsWays, { error: `one of ${tlsWays.join(', ')}` }).optional(),
  SMTP_FROM: z
    .string({ error: fromShould })
    .refine((value) => parseSender(value) !== null, { error: fromShould })
    .optional(),
};

/** What no variable of mail shows by itself, a line each. */
export function mailContradictions(given: Readonly<Record<string, string>>): string[] {
  const has = (name: keyof typeof mailVariables) => given[name] !== undefined;
  const lines: string[] = [];
  const isOn = has('SMTP_URL') || has('SMTP_HOST');
  if (has('SMTP_URL') && (['SMTP_HOST', 'SMTP_PORT', 'SMTP_USER', 'SMTP_PASSWORD'] as const).some(has))
    lines.push(
      'SMTP_URL names server and account: leave SMTP_HOST, SMTP_PORT, SMTP_USER and SMTP_PASSWORD out.',
    );
  if (isOn && !has('SMTP_FROM'))
    lines.push(`SMTP_FROM is missing: with SMTP_URL or SMTP_HOST it should be ${fromShould}.`);
  if (!isOn && Object.keys(mailVariables).some((name) => given[name] !== undefined))
    lines.push('SMTP_URL or SMTP_HOST is missing: the other variables of SMTP do nothing without it.');
  if (has('SMTP_USER') !== has('SMTP_PASSWORD'))
    lines.push('SMTP_USER and SMTP_PASSWORD belong together: set both or neither.');
  if (given['SMTP_URL']?.startsWith('smtps:') && has('SMTP_TLS') && given['SMTP_TLS'] !== 'implicit')
    lines.push('SMTP_TLS should be implicit or unset with an SMTP_URL that begins with smtps.');
  return lines;
}
