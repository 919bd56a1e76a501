import type { ComponentType, ReactNode } from 'react';
import type { Label } from '#lib/annotations/model.ts';
import type { ListCount, ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import type { ViewList } from '#lib/saved-views/schema.ts';
import type { GetListHref, ListStart } from './query/use-list.ts';
import type { ListColumn } from './table/list-column.ts';
import type { ListPreview } from './table/list-preview.ts';
import type { SummedColumn } from './totals/list-totals.ts';

/** Props of the actions on selected rows. */
export type BulkActionProps = {
  readonly businessId: string;
  /** The URL query that finds exactly the selected rows. */
  readonly query: string;
  /** The number of selected rows. */
  readonly count: ListCount;
  /** The URL query of all matching rows, later ones included. Null unless all rows were selected. */
  readonly filtered: string | null;
  /** The business's labels, when the list has a label filter. */
  readonly labels: readonly Label[];
  /**
   * Returns the values of the selected rows that were shown last, by id. Null when all matching rows are selected, shown
   * or not.
   */
  readonly seenValues: () => Readonly<Record<string, readonly string[]>> | null;
  /** Clears the selection after the action. */
  readonly onDone: () => void;
};

/** Props of a component that counts the matching rows by group. */
export type ListCountsProps = {
  readonly api: string;
  readonly query: ListQuery;
  readonly getHref: GetListHref;
  /** The start of the list's query keys, which are invalidated on changes. */
  readonly family: readonly string[];
};

/** A value that changes with the content of a row. */
export type RowMark = number | string;

/** Props of a list page. */
export type ListProps<Row> = {
  title: string;
  /** A description under the title. */
  description?: ReactNode;
  spec: ListSpec & { readonly name: ViewList };
  start: ListStart;
  columns: readonly ListColumn<Row>[];
  getId: (row: Row) => string;
  getHref: (row: Row) => string;
  /** Returns a value that changes with the content of the row. */
  getMark: (row: Row) => RowMark;
  /** The searchable fields, such as "ID, reference, transaction, address". */
  searchFor: string;
  /** Names the row in its checkbox. Default: its id. */
  getName?: (row: Row) => string;
  /** The amounts with totals per currency. */
  totals?: readonly SummedColumn[];
  /** Replaces the totals in a list without amounts. */
  counts?: ComponentType<ListCountsProps>;
  /** The preview that a click on a row opens. Without it, the row's page opens. */
  preview?: ListPreview;
  /** Buttons after Export. */
  actions?: ReactNode;
  /** The main button of the page. */
  main?: ReactNode;
  /** Returns the count when the page knows it, else null and the list requests it. */
  getCount?: (query: ListQuery) => ListCount | null;
  /** The actions on selected rows, loaded with the first selection. Cards on a phone are selectable only with it. */
  bulk?: ComponentType<BulkActionProps>;
  /** Returns the values that a decision about the row depends on and that may change before it is made. */
  listSeenValues?: (row: Row) => readonly string[];
  /** Links to parts of the list, shown before the filters. */
  ways?: (state: { readonly query: ListQuery; readonly getHref: GetListHref }) => ReactNode;
  /**
   * Returns the text of the button that shows new rows. With it, new rows always wait for that button.
   * `shown` is the count as text, with "+" for a lower bound.
   */
  newRowsText?: (count: number, shown: string) => string;
  /** A notice above the rows. */
  notice?: ReactNode;
  /** The state of a list without any rows. */
  firstRun: ReactNode;
  /** Replaces the usual empty state when the filters match nothing. */
  noMatch?: (query: ListQuery, clearHref: string) => ReactNode;
};
