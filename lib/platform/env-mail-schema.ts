import * as z from 'zod';
import { tEnvironment } from '#lib/messages/environment.ts';

/** Variables of outgoing mail and their dependencies. */

const tlsModes = ['required', 'implicit', 'off'] as const;
const expectedHost = tEnvironment('expected.mailHost');
const expectedUrl = tEnvironment('expected.mailAddress');
const expectedSender = tEnvironment('expected.sender');
const expectedPort = tEnvironment('expected.wholeNumber', { lowest: '1', highest: '65535' });

/** Returns the address in `desk@example.com` or `Name <desk@example.com>`. Returns null for none or several. */
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
  SMTP_URL: z.string({ error: expectedUrl }).refine(isMailServer, { error: expectedUrl }).optional(),
  SMTP_HOST: z
    .string({ error: expectedHost })
    .regex(/^[a-z0-9.:-]+$/i, { error: expectedHost })
    .optional(),
  SMTP_PORT: z
    .string({ error: expectedPort })
    .regex(/^\d{1,5}$/, { error: expectedPort })
    .transform(Number)
    .refine((value) => value >= 1 && value <= 65_535, { error: expectedPort })
    .optional(),
  SMTP_USER: z.string({ error: tEnvironment('expected.mailAccount') }).optional(),
  SMTP_PASSWORD: z.string({ error: tEnvironment('expected.mailPassword') }).optional(),
  SMTP_TLS: z
    .enum(tlsModes, { error: tEnvironment('expected.oneOf', { values: tlsModes.join(', ') }) })
    .optional(),
  SMTP_FROM: z
    .string({ error: expectedSender })
    .refine((value) => parseSender(value) !== null, { error: expectedSender })
    .optional(),
};

/** Returns a line for each invalid combination of mail variables. */
export function listMailConflicts(present: Readonly<Record<string, string>>): string[] {
  const has = (name: keyof typeof mailVariables) => present[name] !== undefined;
  const lines: string[] = [];
  const isOn = has('SMTP_URL') || has('SMTP_HOST');
  if (has('SMTP_URL') && (['SMTP_HOST', 'SMTP_PORT', 'SMTP_USER', 'SMTP_PASSWORD'] as const).some(has))
    lines.push(tEnvironment('conflict.mailServer'));
  if (isOn && !has('SMTP_FROM')) lines.push(tEnvironment('missingSender', { expected: expectedSender }));
  if (!isOn && Object.keys(mailVariables).some((name) => present[name] !== undefined))
    lines.push(tEnvironment('missingServer'));
  if (has('SMTP_USER') !== has('SMTP_PASSWORD')) lines.push(tEnvironment('conflict.mailAccount'));
  if (present['SMTP_URL']?.startsWith('smtps:') && has('SMTP_TLS') && present['SMTP_TLS'] !== 'implicit')
    lines.push(tEnvironment('conflict.mailTls'));
  return lines;
}
