import 'server-only';
import * as z from 'zod';

/**
 * Why a callback could not be stored. An `outage` means that the database is unreachable, restarting or busy. A failure
 * of the `content` is a bug or a database limit and would happen again. After an `unknown` one, another attempt may
 * succeed.
 */
export type ErrorClass = 'outage' | 'content' | 'unknown';

/** Codes and messages of an outage, from Prisma, its adapter, the driver and PostgreSQL. */
const outage =
  /P2028|P1001|P1017|57P0[1-3]|57014|55P03|40P01|ECONN|unable to start a transaction|can't reach|connection|trying to connect|timeout|timed out|pool after calling end/i;
/** PostgreSQL's classes of data exceptions, violated constraints and exceeded limits, in Prisma's messages. */
const content = /Code: `(?:22|23|54)[0-9A-Z]{3}`/;
/** The same classes as codes of the driver. */
const contentCode = /^(?:22|23|54)[0-9A-Z]{3}$/;
/** Prisma's codes of violated unique, foreign key and check constraints. */
const constraintViolation = /^P20(?:02|03|39)$/;

/** Decides between retrying, quarantining and refusing after a failure. */
export function classifyError(failure: unknown): ErrorClass {
  if (!(failure instanceof Error)) return 'unknown';
  const code = 'code' in failure ? String(failure.code) : '';
  const text = `${code} ${failure.message}`;
  if (content.test(text) || contentCode.test(code) || constraintViolation.test(code)) return 'content';
  const isProgrammingError =
    failure instanceof TypeError || failure instanceof RangeError || failure instanceof z.ZodError;
  if (isProgrammingError && code === '') return 'content';
  if (outage.test(text)) return 'outage';
  // Database errors have a code. An error without one is our own bug, and would recur for a day.
  return code === '' ? 'content' : 'unknown';
}

/** Returns the message of a failure in one line. */
export const summarizeError = (failure: unknown): string =>
  (failure instanceof Error ? failure.message : 'unknown').replaceAll(/\s+/g, ' ').trim().slice(0, 200);
