import * as z from 'zod';
import { tEnvironment } from '#lib/messages/environment.ts';
import { requireList } from '#lib/values/assumptions/checks.ts';
import { isLoopbackHost } from '#lib/values/network-host.ts';

/** Variables of the audit anchors: signing keys and destinations. */

const seed = /^[A-Za-z0-9+/_-]{43}=?$/;
const expectedWebhook = tEnvironment('expected.webhook');

/**
 * Anchors leave the machine encrypted. Link-local addresses belong to cloud metadata services, never to a receiver.
 */
function isWebhook(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.username !== '' || url.password !== '') return false;
  const host = url.hostname;
  if (/^169\.254\.|^\[fe[89ab]|^0\.|^\[::\]/.test(host)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(host));
}

export const auditVariables = {
  AUDIT_SIGNING_KEYS: requireList(tEnvironment('expected.signingKeys'), (value) =>
    seed.test(value),
  ).optional(),
  AUDIT_ANCHOR_WEBHOOK_URL: z
    .string({ error: expectedWebhook })
    .refine(isWebhook, { error: expectedWebhook })
    .optional(),
};
