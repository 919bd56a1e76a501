import 'server-only';
import type { MailSettings } from './settings.ts';

type MailContent = {
  readonly to: string;
  /** Without angle brackets. The same for every attempt, so that a mail server can detect a repeat. */
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export type Transport = {
  readonly send: (content: MailContent) => Promise<void>;
  /** Connects and signs in, without sending a mail. Rejects with the reason of the mail server. */
  readonly verify: () => Promise<void>;
  readonly close: () => void;
};

const connectTimeoutMs = 10_000;
const socketTimeoutMs = 20_000;

/**
 * Opens a transport to the mail server. The address is passed as an object and never parsed from text. Mails load no
 * remote content, and nodemailer may read no files or URLs for them. It is loaded here, because most processes send
 * none. `trusted` are further certificate authorities in PEM, besides those of NODE_EXTRA_CA_CERTS.
 */
export async function openTransport(settings: MailSettings, trusted?: string): Promise<Transport> {
  const { createTransport } = await import('nodemailer');
  const { host, port, tls, account, from } = settings;
  const transport = createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    ...(account === null ? {} : { auth: { ...account } }),
    ...(trusted === undefined ? {} : { tls: { ca: trusted } }),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, messageId, ...content }) => {
      await transport.sendMail({
        ...content,
        from: { ...from },
        to: { name: '', address: to },
        messageId: `<${messageId}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      });
    },
    verify: async () => {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}
