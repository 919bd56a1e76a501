import 'server-only';
import { env } from '#lib/platform/env.ts';
import { parseSender } from '#lib/platform/env-mail-schema.ts';

/** How mail leaves. Without an account where the server asks for none. */
export type MailSettings = {
  readonly host: string;
  readonly port: number;
  /** `required`: nothing is said before STARTTLS succeeded. `implicit`: from the first byte. `off`: never. */
  readonly tls: 'required' | 'implicit' | 'off';
  readonly account: { readonly user: string; readonly pass: string } | null;
  readonly from: { readonly name: string; readonly address: string };
};

const usualPort = { required: 587, implicit: 465, off: 25 } as const;

/** From the environment; null where it names no mail server, and so no mail leaves. */
export function mailSettings(): MailSettings | null {
  const from = env.SMTP_FROM === undefined ? null : parseSender(env.SMTP_FROM);
  if (from === null) return null;
  if (env.SMTP_URL !== undefined) {
    const url = new URL(env.SMTP_URL);
    const tls = url.protocol === 'smtps:' ? 'implicit' : (env.SMTP_TLS ?? 'required');
    const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? usualPort[tls] : Number(url.port),
      tls,
      account: user === '' ? null : { user, pass },
      from,
    };
  }
  if (env.SMTP_HOST === undefined) return null;
  const tls = env.SMTP_TLS ?? (env.SMTP_PORT === 465 ? 'implicit' : 'required');
  const { SMTP_USER: user, SMTP_PASSWORD: pass } = env;
  return {
    host: env.SMTP_HOST,
    port: env.SMTP_PORT ?? usualPort[tls],
    tls,
    account: user === undefined || pass === undefined ? null : { user, pass },
    from,
  };
}

/** Whether the environment names a mail server. Where it does not, nothing is written for one. */
export const mailIsOn = (): boolean => mailSettings() !== null;
