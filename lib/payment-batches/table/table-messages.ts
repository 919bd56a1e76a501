import 'server-only';
import type { FileEncoding, FileSeparator } from '../model/fields.ts';
import type { BatchSource, TableNote } from '../schema.ts';
import type { TableRow } from './read-workbook.ts';

/** Which encoding and separator a person chose. Null: detected. */
export type TableChoice = {
  readonly encoding: FileEncoding | null;
  readonly separator: FileSeparator | null;
};

/** A request of the main thread to the thread that reads a file. */
export type TableRequest =
  | {
      readonly kind: 'open';
      readonly bytes: Uint8Array;
      readonly source: BatchSource;
      readonly choice: TableChoice;
    }
  | { readonly kind: 'next' };

/** The answer. `notes` come with the last rows. `refused` is the message of a Problem. */
export type TableReply =
  | {
      readonly kind: 'opened';
      readonly encoding: FileEncoding | null;
      readonly separator: FileSeparator | null;
      readonly headers: readonly string[];
    }
  | { readonly kind: 'rows'; readonly rows: readonly TableRow[]; readonly notes: readonly TableNote[] | null }
  | { readonly kind: 'refused'; readonly message: string };
