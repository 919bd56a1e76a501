import type { ReactNode } from 'react';

/** Where a column's content stands on a phone, where each row is a card. Other columns are left out there. */
export type CardPlace = 'title' | 'amount' | 'status' | 'note' | 'time' | 'act';

/** How much room a column needs beside those that are always there. A sheet of paper has some. */
export type Room = 'some' | 'more' | 'most';

export const roomStyle: Record<Room, string> = {
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
  /** Amounts, counts and times stand at the right. */
  readonly numeric?: boolean;
  readonly card?: CardPlace;
  /** Shown only once it is chosen. */
  readonly extra?: boolean;
  /** Left out where there is less room than that, unless it was chosen. */
  readonly room?: Room;
  /** The time that orders the list by default. */
  readonly ordered?: boolean;
  /** The order of the list's description that the head of this column gives. */
  readonly sort?: string;
  /** How wide its grey is while the list is read. */
  readonly width?: 8 | 12 | 16 | 20 | 24 | 32 | 40;
};

export const cardStyle: Record<CardPlace, string> = {
  title: 'max-md:col-start-1 max-md:row-start-1',
  amount: 'max-md:col-[2/-1] max-md:row-start-1',
  status: 'max-md:col-start-1 max-md:row-start-2',
  note: 'max-md:col-span-full max-md:row-start-3',
  time: 'max-md:col-start-2 max-md:row-start-2',
  // In the line of the status, no higher than it; the row and the sheet for paper know it by its name.
  act: 'row-act max-md:col-start-3 max-md:row-start-2 max-md:-my-0.5 max-md:justify-self-end',
};
