'use client';

import { useState } from 'react';
import type { ListCount, ListQuery } from '#lib/lists/model/query.ts';
import { countFilterIds, maximumSelected } from '#lib/lists/model/query.ts';
import type { ListInAddress } from '../query/use-list.ts';
import type { RowSelection } from './selected-rows.ts';
import { emptySelection, narrowToSelection, selectRows, toSelectionQuery } from './selected-rows.ts';

export type Selection = {
  /** The number of selected rows. `more` marks a lower bound. */
  readonly count: ListCount;
  readonly isAll: boolean;
  /** All matching rows were selected, by id. */
  readonly wasWhole: boolean;
  readonly has: (id: string) => boolean;
  /** Selects or deselects rows. Returns false at the limit. */
  readonly toggle: (ids: readonly string[], on: boolean) => boolean;
  /** Selects all rows that match, now and later. */
  readonly toggleAll: () => void;
  /** Selects the rows that match now, by id. */
  readonly selectWhole: (ids: readonly string[]) => void;
  readonly clear: () => void;
  /** The number of ids that still fit into the address. */
  readonly maximum: number;
  /** The part of the query that narrows the list to the selected rows. */
  readonly selectionFilter: Pick<ListQuery, 'only' | 'except'>;
  /** The query of all selected rows. */
  readonly query: ListQuery;
};

/**
 * Keeps the selected rows while paging, until the filters change. The address may select rows itself.
 */
export function useSelection(
  { filtered, query, spec }: Pick<ListInAddress, 'filtered' | 'query' | 'spec'>,
  matching: ListCount | undefined,
): Selection {
  const most = maximumSelected - countFilterIds(spec, query);
  const [kept, setKept] = useState<{ of: string; picked: RowSelection }>({
    of: filtered,
    picked: emptySelection,
  });
  const picked = kept.of === filtered ? kept.picked : emptySelection;
  const set = (next: RowSelection) => setKept({ of: filtered, picked: next });
  const isAll = picked.kind === 'all';
  const selectionQuery = narrowToSelection(picked, query);
  const { count = 0, more = false } = matching ?? {};
  // Deselecting every row of the address selects none, which an address can't express.
  const isNone = query.only.length > 0 && selectionQuery.only.length === 0;
  return {
    count: isAll
      ? { count: isNone ? 0 : Math.max(0, count - picked.except.length), more: more && !isNone }
      : { count: picked.ids.length, more: false },
    isAll,
    wasWhole: picked.kind === 'some' && picked.whole === true,
    has: (id) => (isAll ? !picked.except.includes(id) : picked.ids.includes(id)),
    toggle: (ids, on) => {
      const next = selectRows(picked, ids, on, query, most);
      if (next !== null) set(next);
      return next !== null;
    },
    toggleAll: () => set({ kind: 'all', except: [] }),
    selectWhole: (ids) => set({ kind: 'some', ids, whole: true }),
    clear: () => set(emptySelection),
    maximum: most,
    selectionFilter: selectionQuery,
    query: toSelectionQuery(picked, query, spec),
  };
}
