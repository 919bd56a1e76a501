import 'server-only';
import type { Logger as PinoLogger } from 'pino';
import { pino } from 'pino';
import { env } from './env.ts';
import { maskSecrets, noSecrets } from './mask-secrets.ts';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>;

const hidden = [
  'password',
  'secret',
  'authorization',
  'cookie',
  'signature',
  'apiKey',
  'token',
  'passwordHash',
  // The whole address, in an error about one that is none.
  'input',
];

/** The last part of a callback address but one is its secret: `/api/callbacks/{business}/{secret}/withdrawal`. */
export const hideCallbackSecret = (address: string): string => maskSecrets(address, noSecrets);

/** As much as waits for a disk that is full; what comes beyond it is lost. */
const mostWaitingBytes = 1024 * 1024;

/**
 * Where lines are written. A line that can't be written must not fail what it tells of, nor end the process: a full
 * disk would take the product with it. Lines wait until they can be, as far as there is room.
 */
export function logOutput(descriptor: number): ReturnType<typeof pino.destination> {
  const output = pino.destination({ dest: descriptor, sync: true, maxLength: mostWaitingBytes });
  return output.on('error', () => undefined);
}

let root: PinoLogger | undefined;

/** JSON lines on standard output, secrets removed. `fields` go with every line. */
export function logger(fields: Readonly<Record<string, string>> = {}): Logger {
  root ??= pino(
    {
      level: env.LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      redact: { paths: hidden.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '…' },
      serializers: { error: pino.stdSerializers.err, url: hideCallbackSecret },
    },
    logOutput(1),
  );
  return Object.keys(fields).length === 0 ? root : root.child(fields);
}
