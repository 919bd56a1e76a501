import * as z from 'zod';
import { list, text, wholeNumber } from '#lib/values/assumptions/checks.ts';
import { isLoopbackHost } from '#lib/values/network-host.ts';

/** The variables of the audit anchors: who signs them, where they go and how often. */

const seed = /^[A-Za-z0-9+/_-]{43}=?$/;
const webhookShould = 'an https address (http on this machine only), without user name and password';

/** Anchors leave the machine encrypted. Link-local addresses belong to cloud metadata services, never to a receiver. */
function isWebhook(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.username !== '' || url.password !== '') return false;
  const host = url.hostname;
  if (/^169\.254\.|^\[fe[89ab]|^0\.|^\[::\]/.test(host)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(host));
}

export const auditVariables = {
  AUDIT_SIGNING_KEYS: list(
    'Ed25519 private keys, newest first, separated by commas: 32 random bytes each (openssl rand -base64 32)',
    (value) => seed.test(value),
  ).optional(),
  AUDIT_PUBLIC_KEYS: list(
    'Ed25519 public keys as npm run audit:key prints them, separated by commas',
    (value) => seed.test(value),
  ).optional(),
  AUDIT_ANCHOR_FILE: text('a file').optional(),
  AUDIT_ANCHOR_WEBHOOK_URL: z
    .string({ error: webhookShould })
    .refine(isWebhook, { error: webhookShould })
    .optional(),
  AUDIT_ANCHOR_SECONDS: wholeNumber(60, 86_400, 'seconds').default(300),
};
