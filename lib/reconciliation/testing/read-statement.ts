import { openStatementFile } from '../files/open-statement-file.ts';
import type { ColumnMapping } from '../model/columns.ts';
import { guessColumns } from '../model/columns.ts';
import type { ReadItem } from '../model/entries.ts';
import { StatementFileError } from '../model/entries.ts';

const asShown = { currency: 'EUR', decimalSign: null, dayOrder: null } as const;

/** Returns the columns that a person would confirm. */
export const toMapping = (
  headers: string,
  separator: string,
  chosen: Partial<ColumnMapping> = {},
): ColumnMapping => ({ ...asShown, columns: guessColumns(headers.split(separator)), ...chosen });

/** Reads a statement in parts of a few bytes, so that each value is cut somewhere. Returns its failure instead. */
export async function readStatement(
  file: string | Uint8Array,
  mapping: ColumnMapping | null = null,
  partSize = 7,
): Promise<readonly ReadItem[] | string> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const readBytes = async function* () {
    for (let at = 0; at < bytes.length; at += partSize) yield bytes.subarray(at, at + partSize);
  };
  const items: ReadItem[] = [];
  try {
    const { readItems } = await openStatementFile(readBytes, { mapping, timeZone: 'Europe/Berlin' });
    for await (const item of readItems()) items.push(item);
  } catch (failure) {
    if (failure instanceof StatementFileError) return failure.failure;
    throw failure;
  }
  return items;
}

/** Returns the entries of a statement as day, amount, currency and reference. */
export const listEntries = (items: readonly ReadItem[] | string) =>
  typeof items === 'string'
    ? items
    : items.map((item) =>
        item.kind === 'entry'
          ? [item.entry.day, item.entry.amount, item.entry.currency, item.entry.reference].join(' ').trim()
          : item.kind === 'skipped'
            ? 'skipped'
            : `${item.problem} ${item.value}`,
      );
