import { tFileColumns } from '#lib/messages/exports.ts';

/** The names of the 125 columns of DATEV's Buchungsstapel, format version 13, in their order. */
export const datevColumns: readonly string[] = tFileColumns('datev').split(';');

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The numbers of the columns that hold text. They are in quotation marks, also where they are empty. */
export const datevTextColumns: ReadonlySet<number> = new Set([
  ...[2, 3, 6, 9, 11, 12, 14, 16],
  ...range(20, 38),
  ...[40, 42],
  ...range(48, 87),
  ...[91, 95, 96, 98, 102, 103, 105, 107, 109, 110, 112, 118, 120, 121, 123],
]);
