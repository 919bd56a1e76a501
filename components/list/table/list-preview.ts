import type { ComponentType } from 'react';

/** What the drawer gives to what it shows. */
export type PreviewProps = { readonly businessId: string; readonly id: string };

/** What a list shows in its drawer: the word for a row, and its compact view, fetched when it is first opened. */
export type ListPreview = {
  readonly noun: string;
  /** Where the page of a row stands, before its id: `payments`. Null: only the row itself tells. */
  readonly path: string | null;
  readonly Preview: ComponentType<PreviewProps>;
  /** It holds two things side by side. */
  readonly wide?: boolean;
};
