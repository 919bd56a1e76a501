import * as z from 'zod';

/** What the text of a variable may be. Each says in its error what it should be, to follow "X should be". */

export const text = (should: string) => z.string({ error: should });

export const expectOneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `one of ${values.join(', ')}` });

/** Written with digits alone. */
export const wholeNumber = (lowest: number, highest: number, unit = '') => {
  const should = `a whole number from ${lowest} to ${highest}${unit && ` (${unit})`}`;
  return z
    .string({ error: should })
    .regex(/^\d{1,15}$/, { error: should })
    .transform(Number)
    .refine((value) => value >= lowest && value <= highest, { error: should });
};

/** At least one item, separated by commas. */
export const list = (should: string, item: (value: string) => boolean) =>
  text(should)
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .refine((values) => values.length > 0 && values.every(item), { error: should });

/** HTTP statuses of one hundred, such as 400 to 499. */
export const statuses = (hundred: 2 | 4) =>
  list(`HTTP statuses from ${hundred}00 to ${hundred}99, separated by commas`, (value) =>
    new RegExp(`^${hundred}\\d\\d$`).test(value),
  ).transform((values) => values.map(Number));

/** The name of an HTTP header, or another word of its alphabet. */
export const token = (should: string) =>
  text(should).regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, { error: should });
