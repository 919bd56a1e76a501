import 'server-only';
import * as z from 'zod';

/**
 * Why a callback could not be kept. `outage`: the database is away, going, coming or busy. `content`: what was received
 * meets a mistake of ours or a limit of the database, and would again. `unknown`: coming again may help.
 */
export type FailureKind = 'outage' | 'content' | 'unknown';

/** What Prisma, its adapter and PostgreSQL call an outage. */
const outage = /P2028|P1001|P1017|57P0[1-3]|unable to start a transaction|can't reach|connection/i;
/** PostgreSQL's classes of data exceptions, broken constraints and exceeded limits, as Prisma words them. */
const content = /Code: `(?:22|23|54)[0-9A-Z]{3}`/;

export function failureKind(failure: unknown): FailureKind {
  if (!(failure instanceof Error)) return 'unknown';
  const words = `${'code' in failure ? failure.code : ''} ${failure.message}`;
  if (content.test(words)) return 'content';
  if (outage.test(words)) return 'outage';
  const isOurs =
    failure instanceof TypeError || failure instanceof RangeError || failure instanceof z.ZodError;
  return isOurs ? 'content' : 'unknown';
}
