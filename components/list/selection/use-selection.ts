'use client';

import { useState } from 'react';
import type { ListCount, ListQuery } from '#lib/lists/model/query.ts';
import { idsFilteredFor, maximumSelected } from '#lib/lists/model/query.ts';
import type { ListInAddress } from '../query/use-list.ts';
import type { RowSelection } from './selected-rows.ts';
import { emptySelection, narrowToSelection, pickRows, toSelectionQuery } from './selected-rows.ts';

export type Selection = {
  /** How many, where that is known: "all" of more rows than are counted has a `more`. */
  readonly count: ListCount;
  readonly isAll: boolean;
  /** These were all that matched when they were picked. */
  readonly wereAll: boolean;
  readonly has: (id: string) => boolean;
  /** Picks rows or leaves them. Answers false where no more can be picked one by one. */
  readonly pick: (ids: readonly string[], on: boolean) => boolean;
  /** Picks whatever matches, now and later. */
  readonly pickAll: () => void;
  /** Picks what matches now, and nothing that comes later. */
  readonly pickWhole: (ids: readonly string[]) => void;
  readonly clear: () => void;
  /** So many can be picked one by one, beside what the address holds. */
  readonly most: number;
  /** What the list's query needs to find these rows alone, as far as they match. */
  readonly asked: Pick<ListQuery, 'only' | 'except'>;
  /** The query of all of them. */
  readonly query: ListQuery;
};

/**
 * Rows that are picked, kept while paging, until the filters change: picks of other filters count as none. The address may
 * name rows itself.
 */
export function useSelection(
  { filtered, query, spec }: Pick<ListInAddress, 'filtered' | 'query' | 'spec'>,
  matching: ListCount | undefined,
): Selection {
  const most = maximumSelected - idsFilteredFor(spec, query);
  const [kept, setKept] = useState<{ of: string; picked: RowSelection }>({
    of: filtered,
    picked: emptySelection,
  });
  const picked = kept.of === filtered ? kept.picked : emptySelection;
  const set = (next: RowSelection) => setKept({ of: filtered, picked: next });
  const isAll = picked.kind === 'all';
  const asked = narrowToSelection(picked, query);
  const { count = 0, more = false } = matching ?? {};
  // All of the rows that the address names, but every one of them: an address can't say that.
  const isNone = query.only.length > 0 && asked.only.length === 0;
  return {
    count: isAll
      ? { count: isNone ? 0 : Math.max(0, count - picked.except.length), more: more && !isNone }
      : { count: picked.ids.length, more: false },
    isAll,
    wereAll: picked.kind === 'some' && picked.whole === true,
    has: (id) => (isAll ? !picked.except.includes(id) : picked.ids.includes(id)),
    pick: (ids, on) => {
      const next = pickRows(picked, ids, on, query, most);
      if (next !== null) set(next);
      return next !== null;
    },
    pickAll: () => set({ kind: 'all', except: [] }),
    pickWhole: (ids) => set({ kind: 'some', ids, whole: true }),
    clear: () => set(emptySelection),
    most,
    asked,
    query: toSelectionQuery(picked, query, spec),
  };
}
