import { parseObject } from './parse-object.ts';

/** Fields of the create form that a column can fill. `currency` is the fiat currency or the coin of the price. */
export const batchFields = [
  'clientPaymentId',
  'amount',
  'currency',
  'network',
  'type',
  'rateType',
  'expirationMinutes',
  'locale',
  'redirectUrl',
  'redirectMode',
] as const;
export type BatchField = (typeof batchFields)[number];

/** Values by field, as text. */
export type RowValues = Readonly<Partial<Record<BatchField, string>>>;

/** Properties of a workbook’s cell that make its text unusable. */
export const cellProblems = ['formula', 'date', 'inexact', 'error'] as const;
export type CellProblem = (typeof cellProblems)[number];

/** Every row has its own value of these fields. */
const rowFields: ReadonlySet<BatchField> = new Set(['clientPaymentId', 'amount']);

/** Fields with one value for all rows that have no column for it. */
export const defaultFields: readonly BatchField[] = batchFields.filter((field) => !rowFields.has(field));

/** Fields of the terms that a summary names. */
export const termFields = [
  'network',
  'type',
  'rateType',
  'expirationMinutes',
  'locale',
  'redirectUrl',
  'redirectMode',
] as const satisfies readonly BatchField[];
export type TermField = (typeof termFields)[number];

export const batchLimits = {
  bytes: 10 * 1024 * 1024,
  /** Vercel refuses request bodies above 4.5 MB. */
  chunkBytes: 1024 * 1024,
  rows: 50_000,
  /** Rows of a file with its column names and empty rows. */
  lines: 200_000,
  columns: 100,
  cellLength: 2_500,
  sampleRows: 5,
  /** Batches of a business that are not confirmed yet. Each keeps its file and rows. */
  unconfirmed: 20,
} as const;

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type FileEncoding = (typeof encodings)[number];

export const separators = [',', ';', '\t'] as const;
export type FileSeparator = (typeof separators)[number];

/** Returns the fields that rows need and that neither a column nor a default provides. */
export function findMissingFields(mapping: readonly string[], defaults: RowValues): readonly BatchField[] {
  const required: readonly BatchField[] = ['clientPaymentId', 'amount', 'currency'];
  return required.filter((field) => !mapping.includes(field) && (defaults[field] ?? '') === '');
}

/** Returns a field that two columns have, or null. */
export const findRepeatedField = (mapping: readonly string[]): string | null =>
  mapping.find((field, at) => field !== '' && mapping.indexOf(field) !== at) ?? null;

/** Returns the values that a person has changed, so that a correction leaves the other fields as they are by then. */
export const findChangedValues = (opened: RowValues, values: RowValues): RowValues =>
  Object.fromEntries(
    batchFields.flatMap((field) => {
      const value = values[field] ?? '';
      return value === (opened[field] ?? '') ? [] : [[field, value] as const];
    }),
  );

/** Writes the changed values of a correction as the text of a draft. An unchanged row has none. */
export const writeChanges = (changes: RowValues): string =>
  Object.keys(changes).length === 0 ? '' : JSON.stringify(changes);

/** Reads the changed values of {@link writeChanges}. Returns none for other texts. */
export function readChanges(text: string): RowValues {
  const kept = parseObject(text);
  return Object.fromEntries(
    batchFields.flatMap((field) => {
      const value = kept.get(field);
      return typeof value === 'string' ? [[field, value] as const] : [];
    }),
  );
}
