import 'server-only';

/** A line of a document: label, value, and a note on a source other than the payment service. */
export type DocumentRow = { readonly label: string; readonly value: string; readonly source: string };

/** The content of a document, independent of its layout. All of it is plain text without markup. */
export type DocumentContent = {
  readonly title: string;
  readonly lead: readonly string[];
  readonly parts: readonly { readonly title: string; readonly rows: readonly DocumentRow[] }[];
  readonly notes: readonly string[];
  /** The line at the foot of each page. */
  readonly foot: string;
  /** The time of creation in milliseconds. */
  readonly at: number;
};
