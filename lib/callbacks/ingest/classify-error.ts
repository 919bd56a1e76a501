import 'server-only';
import * as z from 'zod';

/**
 * Why a callback could not be kept. `outage`: the database is away, going, coming or busy. `content`: what was received
 * meets a mistake of ours or a limit of the database, and would again. `unknown`: coming again may help.
 */
export type ErrorClass = 'outage' | 'content' | 'unknown';

/** What Prisma, its adapter, the driver and PostgreSQL call an outage. */
const outage =
  /P2028|P1001|P1017|57P0[1-3]|57014|55P03|40P01|ECONN|unable to start a transaction|can't reach|connection|trying to connect|timeout|timed out|pool after calling end/i;
/** PostgreSQL's classes of data exceptions, broken constraints and exceeded limits, as Prisma words them. */
const content = /Code: `(?:22|23|54)[0-9A-Z]{3}`/;
/** The same as the driver has them. */
const contentCode = /^(?:22|23|54)[0-9A-Z]{3}$/;
/** A unique, foreign or check constraint, as Prisma numbers them. */
const brokenConstraint = /^P20(?:02|03|39)$/;

export function classifyError(failure: unknown): ErrorClass {
  if (!(failure instanceof Error)) return 'unknown';
  const code = 'code' in failure ? String(failure.code) : '';
  const words = `${code} ${failure.message}`;
  if (content.test(words) || contentCode.test(code) || brokenConstraint.test(code)) return 'content';
  const isOurs =
    failure instanceof TypeError || failure instanceof RangeError || failure instanceof z.ZodError;
  if (isOurs && code === '') return 'content';
  if (outage.test(words)) return 'outage';
  // Whatever the database says has a code. An error without one is our own, and would come again for a day.
  return code === '' ? 'content' : 'unknown';
}

/** What a failure says of itself, in one line. */
export const firstWords = (failure: unknown): string =>
  (failure instanceof Error ? failure.message : 'unknown').replaceAll(/\s+/g, ' ').trim().slice(0, 200);
