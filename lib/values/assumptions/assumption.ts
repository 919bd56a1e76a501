import type * as z from 'zod';
import { tAssumptions } from '#lib/messages/assumptions.ts';

/** A point that the interface leaves open ("not shown") and that the code had to decide. */
type Open = {
  readonly key: string;
  /** The open point, for the Connection page. */
  readonly question: string;
  /** Section of the interface that leaves it open. */
  readonly section: string;
};

/** An assumption with an environment variable. */
export type ChangeableAssumption = Open & {
  /** Accepted values of the variable, with the default. */
  readonly check: z.ZodType<AssumedValue, string | undefined>;
  /** Explanations of values; `''` is an unset or empty variable. */
  readonly means?: Readonly<Record<string, string>>;
};

/** An assumption without a variable, because there is no alternative. */
export type FixedAssumption = Open & {
  /** The behavior of the code. */
  readonly assumed: string;
  /** Why there is no variable. */
  readonly because: string;
  /** The file to change. */
  readonly settledIn: string;
};

/** Parsed value of an assumption's variable. */
export type AssumedValue = string | number | readonly string[] | readonly number[] | undefined;

/** Formats a value for people. */
export function formatAssumedValue({ means = {} }: ChangeableAssumption, value: AssumedValue): string {
  const text = value === undefined ? '' : typeof value === 'object' ? value.join(', ') : String(value);
  const meaning = means[text];
  if (meaning === undefined) return text === '' ? tAssumptions('notSet') : text;
  return text === '' ? meaning : tAssumptions('valueWithMeaning', { value: text, meaning });
}
