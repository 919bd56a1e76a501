import type { ListView, ViewList } from '#lib/saved-views/schema.ts';

/** Props of the views menu and panel of a list. */
export type ViewsPanelProps = {
  businessId: string;
  list: ViewList;
  /** The title of the list, such as "Payments". */
  title: string;
  views: readonly ListView[];
  /** The open view. */
  current: ListView | null;
  /** The list differs from the open view. */
  isChanged: boolean;
  /** The URL query that a view saves of the list's current state. */
  shown: string;
  mayShare: boolean;
  getHref: (view: ListView | null) => string;
  close: () => void;
};
