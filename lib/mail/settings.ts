import 'server-only';
import { env } from '#lib/platform/env.ts';
import { parseSender } from '#lib/platform/env-mail-schema.ts';

/** The mail server. `account` is null if the server needs no sign-in. */
export type MailSettings = {
  readonly host: string;
  readonly port: number;
  /** `required`: STARTTLS before anything else. `implicit`: TLS from the first byte. `off`: never. */
  readonly tls: 'required' | 'implicit' | 'off';
  readonly account: { readonly user: string; readonly pass: string } | null;
  readonly from: { readonly name: string; readonly address: string };
};

const defaultPort = { required: 587, implicit: 465, off: 25 } as const;

/** Reads the mail server from the environment. Null if none is configured: no mail is sent. */
export function mailSettings(): MailSettings | null {
  if (env.SMTP_URL === undefined || env.SMTP_FROM === undefined) return null;
  const from = parseSender(env.SMTP_FROM);
  if (from === null) return null;
  const url = new URL(env.SMTP_URL);
  const tls = url.protocol === 'smtps:' ? 'implicit' : url.search === '?tls=off' ? 'off' : 'required';
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPort[tls] : Number(url.port),
    tls,
    account: user === '' ? null : { user, pass },
    from,
  };
}

/** Returns true if a mail server is configured. Without one, no mail is queued. */
export const isMailConfigured = (): boolean => mailSettings() !== null;
