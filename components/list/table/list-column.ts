import type { ReactNode } from 'react';

/** The position of a column in the card that represents a row on a phone. Columns without one are hidden there. */
export type CardArea = 'title' | 'amount' | 'status' | 'note' | 'time' | 'act';

/** The space that a column needs in addition to the permanent ones. Printed pages have a little. */
export type ColumnPriority = 'some' | 'more' | 'most';

export const priorityStyle: Record<ColumnPriority, string> = {
  some: 'not-print:md:max-xl:hidden',
  more: 'md:max-[90rem]:hidden',
  most: 'md:max-[106rem]:hidden',
};

/** A column of a list. */
export type ListColumn<Row> = {
  readonly id: string;
  readonly head: string;
  /** Explains the head on hover. */
  readonly hint?: string;
  readonly cell: (row: Row) => ReactNode;
  /** Amounts, counts and times are aligned to the end of the line. */
  readonly numeric?: boolean;
  readonly card?: CardArea;
  /** Hidden by default. */
  readonly hiddenByDefault?: boolean;
  /** Hidden where there is less space than this, unless the person selected the column. */
  readonly priority?: ColumnPriority;
  /** True for a column that stays where the open row has a column of its own beside the list. */
  readonly staysBeside?: boolean;
  /** The column of the time that orders the list by default. */
  readonly isDefaultSort?: boolean;
  /** The sort order that the head of this column selects. */
  readonly sort?: string;
  /** Width of the placeholder while the list loads. */
  readonly width?: 8 | 12 | 16 | 20 | 24 | 32 | 40;
};

export const cardStyle: Record<CardArea, string> = {
  title: 'max-md:col-start-1 max-md:row-start-1',
  amount: 'max-md:col-[2/-1] max-md:row-start-1',
  status: 'max-md:col-start-1 max-md:row-start-2',
  note: 'max-md:col-span-full max-md:row-start-3',
  time: 'max-md:col-start-2 max-md:row-start-2',
  // In the line of the status and no higher. The row and the print styles refer to its class.
  act: 'row-act max-md:col-start-3 max-md:row-start-2 max-md:-my-0.5 max-md:justify-self-end',
};
