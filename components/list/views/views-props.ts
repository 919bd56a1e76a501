import type { ListView, ViewList } from '#lib/saved-views/schema.ts';

/** What the menu of a list's views works on. */
export type ViewsPanelProps = {
  businessId: string;
  list: ViewList;
  /** "Payments" */
  title: string;
  views: readonly ListView[];
  /** The one that is open. */
  current: ListView | null;
  /** What is shown is no longer what it keeps. */
  isChanged: boolean;
  /** The list as it is shown now, as a view would keep it. */
  shown: string;
  mayShare: boolean;
  hrefOf: (view: ListView | null) => string;
  close: () => void;
};
