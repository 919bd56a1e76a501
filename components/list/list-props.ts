import type { ComponentType, ReactNode } from 'react';
import type { Label } from '#lib/annotations/model.ts';
import type { ListCount, ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import type { ViewList } from '#lib/saved-views/schema.ts';
import type { HrefOf, ListStart } from './query/use-list.ts';
import type { ListColumn } from './table/list-column.ts';
import type { ListPreview } from './table/list-preview.ts';
import type { SummedColumn } from './totals/list-totals.ts';

/** What the acts on picked rows are given. */
export type BulkProps = {
  readonly businessId: string;
  /** The address that finds the picked rows and no others. */
  readonly asked: string;
  /** How many that are, as far as is known. */
  readonly count: ListCount;
  /** Where all that matched were picked: the address that finds these and what came later. */
  readonly filtered: string | null;
  /** The business's labels, where the list can be filtered by them. */
  readonly labels: readonly Label[];
  /**
   * By the ids of the picked rows, what somebody decides by (`seenOf`) as it was shown to them last. Null: whatever matches
   * is picked, shown or not.
   */
  readonly seen: () => Readonly<Record<string, readonly string[]>> | null;
  /** The rows are dealt with: none is picked any more. */
  readonly onDone: () => void;
};

/** What is filtered, for what counts it in another way than by adding up. */
export type TallyProps = {
  readonly api: string;
  readonly query: ListQuery;
  readonly hrefOf: HrefOf;
  /** What the keys of the list's queries begin with: they are read again when something changes. */
  readonly family: readonly string[];
};

/** What tells a row from what it was before. */
export type RowMark = number | string;

/** What makes a list out of the one list. */
export type ListProps<Row> = {
  title: string;
  /** What the list says of itself, under its title. */
  description?: ReactNode;
  spec: ListSpec & { readonly name: ViewList };
  start: ListStart<Row>;
  columns: readonly ListColumn<Row>[];
  idOf: (row: Row) => string;
  hrefOf: (row: Row) => string;
  /** Changes whenever what the row shows does. */
  markOf: (row: Row) => RowMark;
  /** What can be searched for: "ID, reference, transaction, address". */
  searchFor: string;
  /** What the row is called: where it is picked. Its id where it is not given. */
  nameOf?: (row: Row) => string;
  /** The amounts that are added up, per currency. */
  totals?: readonly SummedColumn[];
  /** Stands where totals do, where there are no amounts to add up. */
  tally?: ComponentType<TallyProps>;
  /** What a press on a row shows beside the list. Without it, the row's page opens. */
  preview?: ListPreview;
  /** Buttons after Export. */
  actions?: ReactNode;
  /** The one button that the page is opened for. */
  main?: ReactNode;
  /** How many that is, where the page knows it by itself; else null, and it is asked for. */
  countOf?: (query: ListQuery) => ListCount | null;
  /** What can be done with picked rows, fetched when the first one is picked; with it cards can be picked as well. */
  bulk?: ComponentType<BulkProps>;
  /** What of a row an act on picked rows is decided by, where that may change by itself meanwhile. */
  seenOf?: (row: Row) => readonly string[];
  /** What stands before the filters: ways into parts of the list. */
  ways?: (state: { readonly query: ListQuery; readonly hrefOf: HrefOf }) => ReactNode;
  /** What has to be known before the rows are read. */
  notice?: ReactNode;
  /** What is shown while there is nothing at all. */
  firstRun: ReactNode;
  /** What is shown where the filters leave nothing, instead of the usual words. */
  noMatch?: (query: ListQuery, clearHref: string) => ReactNode;
};
