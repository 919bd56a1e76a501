import type * as z from 'zod';

/** A point that the interface leaves open ("not shown") and that the code had to settle. */
type Open = {
  readonly key: string;
  /** What is not shown. */
  readonly question: string;
  /** Where the interface leaves it open. */
  readonly section: string;
};

/** One that a variable of the environment changes. */
export type Changeable = Open & {
  /** What the variable may be, and what is assumed where it is not set. */
  readonly check: z.ZodType<AssumedValue, string | undefined>;
  /** What a value means, where the word alone does not say; `''` for one that is not set or empty. */
  readonly means?: Readonly<Record<string, string>>;
};

/** One that no variable changes, because there is nothing else that we could do. */
export type FixedAssumption = Open & {
  /** What the code does. */
  readonly assumed: string;
  /** Why no variable changes it. */
  readonly because: string;
  /** The file that would have to change. */
  readonly settledIn: string;
};

/** What a variable of an assumption comes to. */
export type AssumedValue = string | number | readonly string[] | readonly number[] | undefined;

/** A value as it is shown to people. */
export function inWords({ means = {} }: Changeable, value: AssumedValue): string {
  const written = value === undefined ? '' : typeof value === 'object' ? value.join(', ') : String(value);
  const meaning = means[written];
  if (meaning === undefined) return written === '' ? 'not set' : written;
  return written === '' ? meaning : `${written}: ${meaning}`;
}
