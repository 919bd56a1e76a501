import { findOrderingTime } from '#lib/lists/model/order.ts';
import type { ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import { wholeList } from '#lib/lists/model/query.ts';

/**
 * Selected rows: some by id, or all matching rows except some. `whole` marks ids that were all matching rows at the time
 * of selection, so later rows are not selected.
 */
export type RowSelection =
  | { readonly kind: 'some'; readonly ids: readonly string[]; readonly whole?: true }
  | { readonly kind: 'all'; readonly except: readonly string[] };

/** The rows that the address itself selects or excludes by id. */
type Named = Pick<ListQuery, 'only' | 'except'>;

export const emptySelection: RowSelection = { kind: 'some', ids: [] };

const without = (ids: readonly string[], removed: readonly string[]) =>
  ids.filter((id) => !removed.includes(id));

/** Selects or deselects rows. Returns null when more than `most` ids, with those of the address, would be needed. */
export function selectRows(
  picked: RowSelection,
  ids: readonly string[],
  on: boolean,
  { only, except }: Named,
  most: number,
): RowSelection | null {
  const isAll = picked.kind === 'all';
  const named = isAll ? picked.except : picked.ids;
  const next = on === isAll ? without(named, ids) : [...without(named, ids), ...ids];
  const inAddress = isAll && only.length === 0 ? except.length : 0;
  if (next.length + inAddress > most) return null;
  return isAll ? { kind: 'all', except: next } : { kind: 'some', ids: next };
}

/**
 * Returns the rows from the last selected one to another, as Shift and a click select them. Returns only the clicked row
 * if the last one is on another page.
 */
export function listIdsBetween(
  ids: readonly string[],
  last: string | null,
  clicked: string,
): readonly string[] {
  const [from, to] = [last === null ? -1 : ids.indexOf(last), ids.indexOf(clicked)];
  return from === -1 || to === -1 ? [clicked] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** Returns the part of a query that narrows it to the selected rows. */
export function narrowToSelection(picked: RowSelection, { only, except }: Named): Named {
  if (picked.kind === 'some') return { only: picked.ids, except: [] };
  if (only.length > 0) return { only: without(only, picked.except), except: [] };
  return { only: [], except: [...except, ...picked.except] };
}

/**
 * Returns the query of the selected rows in list order. Rows selected by id are found even when they no longer match,
 * such as a payment that was paid in the meantime. The sort order of a removed time filter stays. Amounts are sorted
 * within one currency, which a row never changes.
 */
export function toSelectionQuery(picked: RowSelection, query: ListQuery, spec: ListSpec): ListQuery {
  if (picked.kind === 'all')
    return { ...query, ...narrowToSelection(picked, query), after: null, before: null };
  const { unfilteredChoices, sorts = {} } = spec;
  const name = query.by ?? findOrderingTime(spec, query);
  const ordering = name === null ? undefined : sorts[name];
  const by = ordering === undefined ? null : name;
  const currency =
    ordering?.currency === undefined ? {} : { [ordering.currency]: query.choices[ordering.currency] ?? [] };
  return {
    ...wholeList,
    choices: { ...unfilteredChoices, ...currency },
    by,
    sort: query.sort,
    only: picked.ids,
  };
}
