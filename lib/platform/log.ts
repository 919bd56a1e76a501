import 'server-only';
import type { Logger as PinoLogger } from 'pino';
import { pino } from 'pino';
import { readSecrets } from './callback-secret.ts';
import { env } from './env.ts';
import { maskSecrets } from './mask-secrets.ts';

export type Logger = Pick<PinoLogger, 'info' | 'warn' | 'error'>;

const hiddenFields = [
  'password',
  'secret',
  'authorization',
  'cookie',
  'signature',
  'apiKey',
  'token',
  'passwordHash',
  // Fields with a whole address, in errors about an invalid one.
  'input',
];

/** The token is the last part of the address of an invitation or a password link, also inside a query string. */
const linkToken = /((?:\/|%2F)(?:invitation|reset|email)(?:\/|%2F))[^/?#&%\s"']+/gi;

/** Removes the secrets of addresses: of callbacks, invitations and password links. */
export const hideAddressSecrets = (text: string): string =>
  maskSecrets(text, readSecrets()).replace(linkToken, '$1…');

/** Most lines that wait for a full disk. Further lines are dropped. */
const maximumWaitingBytes = 1024 * 1024;

/**
 * The log destination. A failed write must neither fail the caller nor end the process when the disk is full. Lines
 * wait for space up to a limit.
 */
export function createLogOutput(descriptor: number): ReturnType<typeof pino.destination> {
  const output = pino.destination({ dest: descriptor, sync: true, maxLength: maximumWaitingBytes });
  return output.on('error', () => undefined);
}

/** Creates a logger of JSON lines without secrets. */
export const createLogger = (output: ReturnType<typeof pino.destination>, level: string): PinoLogger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      redact: { paths: hiddenFields.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '…' },
      serializers: { error: pino.stdSerializers.err },
      // The whole line, because a message or a stack may quote an address.
      hooks: { streamWrite: hideAddressSecrets },
    },
    output,
  );

let root: PinoLogger | undefined;

const createRoot = (level: 'info' | 'silent') => createLogger(createLogOutput(1), level);

/** Writes no log in this process, whose output is for people. */
export function silenceLog(): void {
  root = createRoot('silent');
}

/** Returns the logger of this process, on standard output. `fields` are part of every line. */
export function logger(fields: Readonly<Record<string, string>> = {}): Logger {
  root ??= createRoot(env.NODE_ENV === 'test' ? 'silent' : 'info');
  return Object.keys(fields).length === 0 ? root : root.child(fields);
}
