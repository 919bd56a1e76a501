import type { BatchField, FileEncoding, FileSeparator, RowValues } from './fields.ts';
import { batchFields, encodings, findChangedValues, readChanges, separators } from './fields.ts';
import type { DecimalSign } from './file-amount.ts';
import { decimalSigns } from './file-amount.ts';
import { parseObject } from './parse-object.ts';

/** How a file is read: its encoding, signs, the field of each column, and the values of fields without one. */
export type ColumnChoice = {
  readonly encoding: FileEncoding | null;
  readonly separator: FileSeparator | null;
  /** Null: as the rows show it. */
  readonly decimalSign: DecimalSign | null;
  readonly mapping: readonly (BatchField | '')[];
  readonly defaults: RowValues;
};

/** The choice of the last check, and the names of the columns. */
type LastCheck = ColumnChoice & { readonly headers: readonly string[] };

/** Returns true when both checks read the file with the same choices. */
export const isSameCheck = (left: LastCheck, right: LastCheck): boolean =>
  listChoices(left) === listChoices(right);
const listChoices = ({ encoding, separator, decimalSign, headers, mapping, defaults }: LastCheck): string =>
  JSON.stringify([
    ...[encoding, separator, decimalSign, headers, mapping],
    batchFields.map((field) => defaults[field] ?? ''),
  ]);

/** Most characters by which a draft identifies a column. Names of 100 columns may be longer than a draft. */
const nameLength = 60;
const identifyColumn = (header: string): string => header.slice(0, nameLength);

/** Writes what a person changed since the last check as the text of a draft. Without a change it is empty. */
export function writeColumnChoice(checked: LastCheck, choice: ColumnChoice): string {
  const columns = checked.headers.flatMap((header, at) => {
    const field = choice.mapping[at] ?? '';
    return field === (checked.mapping[at] ?? '') ? [] : [[at, identifyColumn(header), field]];
  });
  const defaults = findChangedValues(checked.defaults, choice.defaults);
  const changed = {
    ...(choice.encoding !== checked.encoding && { encoding: choice.encoding }),
    ...(choice.separator !== checked.separator && { separator: choice.separator }),
    ...(choice.decimalSign !== checked.decimalSign && { decimalSign: choice.decimalSign }),
    ...(columns.length > 0 && { columns }),
    ...(Object.keys(defaults).length > 0 && { defaults }),
  };
  return Object.keys(changed).length === 0 ? '' : JSON.stringify(changed);
}

/**
 * Applies a draft of {@link writeColumnChoice} to the last check. Columns that have another name by now are left out, and
 * so is everything that is no choice.
 */
export function readColumnChoice(checked: LastCheck, text: string): ColumnChoice {
  const kept = parseObject(text);
  const mapping = [...checked.mapping];
  for (const [at, field] of listColumns(checked.headers, kept.get('columns'))) mapping[at] = field;
  return {
    encoding: encodings.find((one) => one === kept.get('encoding')) ?? checked.encoding,
    separator: separators.find((one) => one === kept.get('separator')) ?? checked.separator,
    decimalSign: kept.has('decimalSign')
      ? (decimalSigns.find((one) => one === kept.get('decimalSign')) ?? null)
      : checked.decimalSign,
    mapping,
    defaults: { ...checked.defaults, ...readChanges(JSON.stringify(kept.get('defaults') ?? {})) },
  };
}

function listColumns(
  headers: readonly string[],
  kept: unknown,
): readonly (readonly [at: number, field: BatchField | ''])[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((column: unknown) => {
    if (!Array.isArray(column)) return [];
    const [at, name, chosen]: readonly unknown[] = column;
    const field = chosen === '' ? '' : batchFields.find((one) => one === chosen);
    if (typeof at !== 'number' || field === undefined) return [];
    const header = headers[at];
    return header !== undefined && identifyColumn(header) === name ? [[at, field] as const] : [];
  });
}
