'use client';

import { useState } from 'react';
import type { ListCount } from '#lib/values/list-query.ts';
import { mostPicked } from '#lib/values/list-query.ts';

/** Rows that were picked: some by their ids, or all that match but some. Kept while paging, until the filters change. */
type Picked =
  | { readonly kind: 'some'; readonly of: string; readonly ids: readonly string[] }
  | { readonly kind: 'all'; readonly of: string; readonly except: readonly string[] };

export type Selection = {
  /** How many, where that is known: "all" of more rows than are counted has a `more`. */
  readonly count: ListCount;
  readonly isAll: boolean;
  readonly has: (id: string) => boolean;
  /** Picks rows or leaves them. Answers false where no more can be picked one by one. */
  readonly pick: (ids: readonly string[], on: boolean) => boolean;
  readonly pickAll: () => void;
  readonly clear: () => void;
  /** What a query needs to find these rows alone. */
  readonly asked: { readonly only: readonly string[]; readonly except: readonly string[] };
};

const without = (ids: readonly string[], gone: readonly string[]) => ids.filter((id) => !gone.includes(id));

/** `filtered` is the address of what the list is filtered to; picks of other filters count as none. */
export function useSelection(filtered: string, matching: ListCount | undefined): Selection {
  const [kept, setPicked] = useState<Picked>({ kind: 'some', of: filtered, ids: [] });
  const picked: Picked = kept.of === filtered ? kept : { kind: 'some', of: filtered, ids: [] };
  const isAll = picked.kind === 'all';
  const { count = 0, more = false } = matching ?? {};
  return {
    count: isAll
      ? { count: Math.max(0, count - picked.except.length), more }
      : { count: picked.ids.length, more: false },
    isAll,
    has: (id) => (isAll ? !picked.except.includes(id) : picked.ids.includes(id)),
    pick: (ids, on) => {
      const named = isAll ? picked.except : picked.ids;
      const next = on === isAll ? without(named, ids) : [...without(named, ids), ...ids];
      if (next.length > mostPicked) return false;
      setPicked(
        isAll ? { kind: 'all', of: filtered, except: next } : { kind: 'some', of: filtered, ids: next },
      );
      return true;
    },
    pickAll: () => setPicked({ kind: 'all', of: filtered, except: [] }),
    clear: () => setPicked({ kind: 'some', of: filtered, ids: [] }),
    asked: isAll ? { only: [], except: picked.except } : { only: picked.ids, except: [] },
  };
}
