import * as z from 'zod';
import { tEnvironment } from '#lib/messages/environment.ts';
import { isBlockedPort } from '../blocked-ports.ts';

/** Checks of variables. Each error completes the sentence "X should be". */

export const requireText = (expected: string) => z.string({ error: expected });

export const requireOneOption = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: tEnvironment('expected.oneOf', { values: values.join(', ') }) });

/** Accepts digits only. */
export const requireWholeNumber = (lowest: number, highest: number, unit = '') => {
  const range = { lowest: String(lowest), highest: String(highest) };
  const expected =
    unit === ''
      ? tEnvironment('expected.wholeNumber', range)
      : tEnvironment('expected.wholeNumberOf', { ...range, unit });
  return z
    .string({ error: expected })
    .regex(/^\d{1,15}$/, { error: expected })
    .transform(Number)
    .refine((value) => value >= lowest && value <= highest, { error: expected });
};

/** Accepts a port that browsers and `fetch` open. */
export const requirePort = (defaultPort: number) => {
  const expected = tEnvironment('expected.port', { port: String(defaultPort) });
  return requireWholeNumber(1, 65_535)
    .refine((port) => !isBlockedPort(port), { error: expected })
    .default(defaultPort);
};

/** Accepts one or more items, separated by commas. */
export const requireList = (expected: string, item: (value: string) => boolean) =>
  requireText(expected)
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .refine((values) => values.length > 0 && values.every(item), { error: expected });

/** Accepts HTTP statuses of one hundred, such as 400 to 499. */
export const requireStatuses = (hundred: 2 | 4) =>
  requireList(
    tEnvironment('expected.httpStatuses', { lowest: `${hundred}00`, highest: `${hundred}99` }),
    (value) => new RegExp(`^${hundred}\\d\\d$`).test(value),
  ).transform((values) => values.map(Number));

/** Accepts an HTTP header name, or another word of its alphabet. */
export const requireToken = (expected: string) =>
  requireText(expected).regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, { error: expected });
