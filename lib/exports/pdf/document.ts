import 'server-only';

/** A line of a document: what it is, what it says, and who said so where that is not the payment service. */
export type DocumentRow = { readonly label: string; readonly value: string; readonly source: string };

/** What a document says, apart from how it is drawn. All of it is text; markup means nothing in it. */
export type DocumentContent = {
  readonly title: string;
  readonly lead: readonly string[];
  readonly parts: readonly { readonly title: string; readonly rows: readonly DocumentRow[] }[];
  readonly notes: readonly string[];
  /** At the foot of each page. */
  readonly foot: string;
  /** Milliseconds; when it was made. */
  readonly at: number;
};
