import * as z from 'zod';
import { tEnvironment } from '#lib/messages/environment.ts';

/** Variables of outgoing mail, which need each other. */

const expectedUrl = tEnvironment('expected.mailAddress');
const expectedSender = tEnvironment('expected.sender');

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
    ['', '/'].includes(url.pathname) &&
    (url.search === '' || (url.protocol === 'smtp:' && url.search === '?tls=off'))
  );
}

export const mailVariables = {
  SMTP_URL: z.string({ error: expectedUrl }).refine(isMailServer, { error: expectedUrl }).optional(),
  SMTP_FROM: z
    .string({ error: expectedSender })
    .refine((value) => parseSender(value) !== null, { error: expectedSender })
    .optional(),
};

/** Returns a line for each invalid combination of mail variables. */
export function listMailConflicts(present: Readonly<Record<string, string>>): string[] {
  const has = (name: keyof typeof mailVariables) => present[name] !== undefined;
  if (has('SMTP_URL') && !has('SMTP_FROM'))
    return [tEnvironment('missingSender', { expected: expectedSender })];
  if (has('SMTP_FROM') && !has('SMTP_URL')) return [tEnvironment('missingServer', { expected: expectedUrl })];
  return [];
}
