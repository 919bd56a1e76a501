import 'server-only';
import type { Logger as PinoLogger } from 'pino';
import { pino } from 'pino';
import { env } from './env.ts';

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
export function hideCallbackSecret(address: string): string {
  return address.replace(/(\/api\/callbacks\/[^/?#]+\/)[^/?#]+/g, '$1…');
}

let root: PinoLogger | undefined;

/** JSON lines on standard output, secrets removed. `fields` go with every line. */
export function logger(fields: Readonly<Record<string, string>> = {}): Logger {
  root ??= pino({
    level: env.LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    redact: { paths: hidden.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '…' },
    serializers: { error: pino.stdSerializers.err, url: hideCallbackSecret },
  });
  return Object.keys(fields).length === 0 ? root : root.child(fields);
}
