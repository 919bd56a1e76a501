import type { ReactNode } from 'react';

/** The position of a column in the card that represents a row on a phone. Columns without one are hidden there. */
type CardArea = 'title' | 'amount' | 'status' | 'note' | 'time' | 'act';

/** The space that a column needs in addition to the permanent ones. Printed pages have a little. */
type ColumnPriority = 'some' | 'more' | 'most';

/** A column of a list. */
export type ListColumn<Row> = {
  readonly id: string;
  readonly head: string;
  /** Explains the head on hover. */
  readonly hint?: string;
  readonly cell: (row: Row) => ReactNode;
  /** Amounts, counts and times are aligned to the end of the line. */
  readonly numeric?: boolean;
  /** Shown in a lighter tone. */
  readonly isMuted?: boolean;
  readonly card?: CardArea;
  /** Hidden by default. */
  readonly hiddenByDefault?: boolean;
  /** Hidden where there is less space than this, unless the person selected the column. */
  readonly priority?: ColumnPriority;
  /** True if it stays where the open row is beside the list. By default those do that are in the first two lines of a card. */
  readonly staysBeside?: boolean;
  /** The column by which the list is ordered by default. */
  readonly isDefaultSort?: boolean;
  /** The sort order that the head of this column selects. */
  readonly sort?: string;
  /** Width of the placeholder while the list loads. */
  readonly width?: 8 | 12 | 16 | 20 | 24 | 32 | 40;
};
