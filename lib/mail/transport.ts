import 'server-only';
import { createTransport } from 'nodemailer';
import type { MailSettings } from './settings.ts';

type Letter = {
  readonly to: string;
  /** Without brackets. The same for every try, so that a mail server can tell a repeat. */
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export type Transport = { readonly send: (letter: Letter) => Promise<void>; readonly close: () => void };

const connectMs = 10_000;
const silenceMs = 20_000;

/**
 * A way to the mail server. The address is handed over as an object, never as text to be parsed; letters hold nothing
 * that a mail program would load, and no file or address is read for them. `trusted` are further authorities in PEM;
 * Node's own variable for them is NODE_EXTRA_CA_CERTS.
 */
export function openTransport(settings: MailSettings, trusted?: string): Transport {
  const { host, port, tls, account, from } = settings;
  const transport = createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    ...(account === null ? {} : { auth: { ...account } }),
    ...(trusted === undefined ? {} : { tls: { ca: trusted } }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, messageId, ...letter }) => {
      await transport.sendMail({
        ...letter,
        from: { ...from },
        to: { name: '', address: to },
        messageId: `<${messageId}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      });
    },
    close: () => transport.close(),
  };
}
