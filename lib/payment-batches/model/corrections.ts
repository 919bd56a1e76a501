import type { BatchField, RowValues } from './fields.ts';
import { batchFields } from './fields.ts';

/** The values that people entered in place of those of the file, by the number of the row. */
export type Corrections = ReadonlyMap<number, RowValues>;

/** How a file is read. */
type Reading = {
  readonly encoding: string | null;
  readonly separator: string | null;
  readonly mapping: readonly (BatchField | '')[];
};

/**
 * Returns the corrections that stay when a file is read again, and the number of rows that lose some. A correction stays
 * while its field has the same column. With another encoding or separator, a row may be another one.
 */
export function keepCorrections(
  corrections: Corrections,
  before: Reading,
  after: Reading,
): { readonly kept: Corrections; readonly dropped: number } {
  const isSameTable = before.encoding === after.encoding && before.separator === after.separator;
  const isExactNumber = (field: BatchField) =>
    isSameTable && before.mapping.indexOf(field) === after.mapping.indexOf(field);
  const kept = new Map<number, RowValues>();
  let dropped = 0;
  for (const [number, values] of corrections) {
    const fields = batchFields.filter((field) => values[field] !== undefined);
    const remaining = fields.filter(isExactNumber);
    if (remaining.length < fields.length) dropped += 1;
    if (remaining.length > 0)
      kept.set(number, Object.fromEntries(remaining.map((field) => [field, values[field]])));
  }
  return { kept, dropped };
}
