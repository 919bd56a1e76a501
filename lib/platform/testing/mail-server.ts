import type { SMTPServerOptions } from 'smtp-server';
import { SMTPServer } from 'smtp-server';

type Received = { readonly to: readonly string[]; readonly raw: string };

/** A real SMTP server on loopback that records its mail. */
export type MailServer = {
  readonly port: number;
  readonly received: Received[];
  /** Every password that a client sent. */
  readonly passwords: string[];
  readonly close: () => Promise<void>;
};

/** Starts a server on a free port, or on the given one. It needs no account and no TLS unless `options` say so. */
export async function startMailServer(
  options: SMTPServerOptions & {
    readonly port?: number;
    /** Response to a recipient as an SMTP status and text; null accepts it. */
    readonly recipient?: (address: string) => { readonly code: number; readonly words: string } | null;
  } = {},
): Promise<MailServer> {
  const { port: requestedPort = 0, recipient = () => null, ...serverOptions } = options;
  const received: Received[] = [];
  const passwords: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    ...(serverOptions.cert === undefined ? { disabledCommands: ['STARTTLS'] } : {}),
    onAuth: (auth, _session, done) => {
      passwords.push(auth.password ?? '');
      done(null, { user: auth.username ?? '' });
    },
    ...serverOptions,
    onRcptTo: ({ address }, _session, done) => {
      const answer = recipient(address);
      if (answer === null) done();
      else done(Object.assign(new Error(answer.words), { responseCode: answer.code }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  const port = await new Promise<number>((listening, fail) => {
    server.once('error', fail);
    const listener = server.listen(requestedPort, '127.0.0.1', () => {
      const address = listener.address();
      listening(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return { port, received, passwords, close: () => new Promise((closed) => server.close(() => closed())) };
}

/** Returns a message's headers, unfolded, in order. */
export const readHeaders = (raw: string): readonly string[] =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');

/** Returns all parts of a message as one text, with quoted-printable decoded. */
export const readBody = (raw: string): string =>
  raw
    .slice(raw.indexOf('\r\n\r\n'))
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
